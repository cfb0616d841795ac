// SPDX-License-Identifier: Apache-2.0
import { quote } from '../../core/errors.js';
import { pointer } from '../../core/json.js';
import type { CapabilityNegotiation } from '../types.js';
import { isAcceptance } from './outcome.js';
import type { Hit, Rule } from './rule.js';
import { isBlank, isSameMode, names } from './texts.js';

/** Rules on modes, and on repeats in any list: 7, 8 and 15 of the negotiation rules. */
export const MODE_RULES: readonly Rule<CapabilityNegotiation>[] = [
  {
    id: 'TSMM-CN-07',
    clause: 'CN-3',
    meaning: 'Every accepted mode was requested (as a media type), or a constraint names it.',
    *check(document) {
      yield* unexplained(document, 'acceptedInputModes', document.requestedInputModes);
      yield* unexplained(document, 'acceptedOutputModes', document.requestedOutputModes);
    },
  },
  {
    id: 'TSMM-CN-08',
    clause: 'CN-3, CN-6',
    meaning: 'An acceptance has an accepted input mode and an accepted output mode.',
    *check(document) {
      if (!isAcceptance(document)) return;
      for (const list of ['acceptedInputModes', 'acceptedOutputModes'] as const) {
        if (document[list].length === 0)
          yield { pointer: pointer('', list), message: 'an acceptance without an accepted mode' };
      }
    },
  },
  {
    id: 'TSMM-CN-15',
    clause: 'CN-1, CN-3, CN-8',
    meaning: 'No mode and no extension is empty, and none stands twice in a list.',
    *check(document) {
      for (const list of MODE_LISTS) yield* repeats(list, document[list]);
      yield* repeats('requiredExtensionsMissing', document.requiredExtensionsMissing);
      for (const list of EXTENSION_LISTS) {
        const uris = document[list].map((extension) => extension.uri);
        yield* repeats(list, uris, list === 'requestedExtensions' ? sameRequirement(document) : undefined);
      }
    },
  },
];

const MODE_LISTS = [
  'requestedInputModes',
  'acceptedInputModes',
  'requestedOutputModes',
  'acceptedOutputModes',
] as const;

const EXTENSION_LISTS = ['requestedExtensions', 'acceptedExtensions', 'rejectedExtensions'] as const;

function* unexplained(
  document: CapabilityNegotiation,
  list: 'acceptedInputModes' | 'acceptedOutputModes',
  requested: readonly string[],
): Iterable<Hit> {
  for (const [index, mode] of document[list].entries()) {
    if (requested.some((asked) => isSameMode(asked, mode))) continue;
    if ((document.constraints ?? []).some((sentence) => names(sentence, mode))) continue;
    const message = `${quote(mode)} was not requested and no constraint names it`;
    yield { pointer: pointer('', list, index), message };
  }
}

// A URI that is requested both as required and as optional is the matter of TSMM-CN-16.
function sameRequirement(document: CapabilityNegotiation): (first: number, second: number) => boolean {
  const { requestedExtensions: list } = document;
  return (first, second) => list[first]?.required === list[second]?.required;
}

function* repeats(
  list: string,
  values: readonly string[],
  counts: (first: number, second: number) => boolean = () => true,
): Iterable<Hit> {
  const seen = new Map<string, number>();
  for (const [index, value] of values.entries()) {
    const first = seen.get(value);
    const where = pointer('', list, index);
    if (isBlank(value)) yield { pointer: where, message: 'an empty entry' };
    else if (first === undefined) seen.set(value, index);
    else if (counts(first, index)) yield { pointer: where, message: `${quote(value)} stands twice` };
  }
}
