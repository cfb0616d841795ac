// SPDX-License-Identifier: Apache-2.0
import { quote } from '../../core/errors.js';
import { mediaTypeServes, parseMediaType } from '../../core/media-type.js';
import type { CapabilityNegotiation } from '../types.js';
import type { Hit, Rule } from './rule.js';
import { isBlank, isSameMode, saysRefusal } from './texts.js';

/** Rules on the outcome and on the parties: 9, 10, 11 and 14 of the negotiation rules. */
export const OUTCOME_RULES: readonly Rule<CapabilityNegotiation>[] = [
  {
    id: 'TSMM-CN-09',
    clause: 'schema negotiationOutcome',
    meaning: '`accepted-with-constraints` has a constraint.',
    *check(document) {
      if (document.negotiationOutcome !== 'accepted-with-constraints') return;
      if (constraintsOf(document).length === 0)
        yield { pointer: '/constraints', message: 'accepted with constraints, and there is none' };
    },
  },
  {
    id: 'TSMM-CN-10',
    clause: 'schema negotiationOutcome',
    meaning: '`accepted` has no constraints; a warning where it leaves out something that was requested.',
    *check(document) {
      if (document.negotiationOutcome !== 'accepted') return;
      if ((document.constraints ?? []).length > 0)
        yield { pointer: '/constraints', message: 'accepted without constraints, and there are some' };
      yield* leftOut(document);
    },
  },
  {
    id: 'TSMM-CN-11',
    clause: 'CN-2, CN-4',
    meaning:
      'A rejection has a ground: something required is missing or not accepted, a direction has no mode, or a constraint or the description says why.',
    *check(document) {
      if (document.negotiationOutcome === 'rejected' && !hasGround(document))
        yield {
          pointer: '/negotiationOutcome',
          message: 'rejected although nothing in the record stands against it',
        };
    },
  },
  {
    id: 'TSMM-CN-14',
    clause: 'CN-1',
    meaning: 'The requester is not the provider.',
    *check({ requesterRef, providerRef }) {
      if (requesterRef === providerRef)
        yield { pointer: '/providerRef', message: `${quote(providerRef)} negotiates with itself` };
    },
  },
];

function constraintsOf(document: CapabilityNegotiation): readonly string[] {
  return (document.constraints ?? []).filter((sentence) => !isBlank(sentence));
}

function hasGround(document: CapabilityNegotiation): boolean {
  const accepted = new Set(document.acceptedExtensions.map((extension) => extension.uri));
  return (
    document.requiredExtensionsMissing.length > 0 ||
    document.acceptedInputModes.length === 0 ||
    document.acceptedOutputModes.length === 0 ||
    document.requestedExtensions.some(({ uri, required }) => required && !accepted.has(uri)) ||
    [...constraintsOf(document), document.description ?? ''].some(saysRefusal)
  );
}

function* leftOut(document: CapabilityNegotiation): Iterable<Hit> {
  const lists = [
    ['/acceptedInputModes', document.requestedInputModes, document.acceptedInputModes],
    ['/acceptedOutputModes', document.requestedOutputModes, document.acceptedOutputModes],
  ] as const;
  for (const [pointer, requested, accepted] of lists) {
    // With nothing accepted at all it is TSMM-CN-08 that speaks.
    if (accepted.length === 0) continue;
    for (const asked of requested.filter((mode) => !isBlank(mode))) {
      if (!accepted.some((mode) => isSameMode(mode, asked) || serves(mode, asked)))
        yield warn(pointer, asked);
    }
  }
  for (const { uri, required } of document.requestedExtensions) {
    if (!required && document.rejectedExtensions.some((extension) => extension.uri === uri))
      yield warn('/rejectedExtensions', uri);
  }
}

function serves(mode: string, range: string): boolean {
  const offered = parseMediaType(mode);
  const asked = parseMediaType(range);
  return offered !== undefined && asked !== undefined && mediaTypeServes(offered, asked);
}

function warn(pointer: string, name: string): Hit {
  return {
    pointer,
    message: `plainly accepted, and ${quote(name)} was not granted`,
    severity: 'warning',
  };
}
