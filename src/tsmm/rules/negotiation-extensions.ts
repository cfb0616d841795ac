// SPDX-License-Identifier: Apache-2.0
import { quote } from '../../core/errors.js';
import { isExtensionName } from '../../core/extension-name.js';
import { pointer } from '../../core/json.js';
import type { CapabilityNegotiation, ExtensionDecision } from '../types.js';
import { isAcceptance } from './outcome.js';
import type { Hit, Rule } from './rule.js';
import { isBlank, names } from './texts.js';

/** Rules on extensions: 1 to 6, 12, 13, 16 and 17 of the negotiation rules. */
export const EXTENSION_RULES: readonly Rule<CapabilityNegotiation>[] = [
  {
    id: 'TSMM-CN-01',
    clause: 'CN-2',
    meaning: 'In an acceptance, every required extension is accepted or listed as missing.',
    *check(document) {
      if (!isAcceptance(document)) return;
      for (const [index, extension] of document.requestedExtensions.entries()) {
        const { uri, required } = extension;
        if (!required || has(document.acceptedExtensions, uri) || isRejected(document, uri)) continue;
        if (!document.requiredExtensionsMissing.includes(uri))
          yield at('requestedExtensions', index, `required ${quote(uri)} is neither accepted nor missing`);
      }
    },
  },
  {
    id: 'TSMM-CN-02',
    clause: 'CN-2',
    meaning: 'In an acceptance, no required extension is rejected.',
    *check(document) {
      if (!isAcceptance(document)) return;
      for (const [index, { uri }] of document.rejectedExtensions.entries()) {
        if (document.requestedExtensions.some((extension) => extension.required && extension.uri === uri))
          yield at('rejectedExtensions', index, `required ${quote(uri)} is rejected in an acceptance`);
      }
    },
  },
  {
    id: 'TSMM-CN-03',
    clause: 'CN-2, docs/model/extension-contract.md',
    meaning: 'An accepted extension is neither rejected nor missing.',
    *check(document) {
      for (const [index, { uri }] of document.acceptedExtensions.entries()) {
        if (isRejected(document, uri))
          yield at('acceptedExtensions', index, `${quote(uri)} is accepted and rejected`);
        else if (document.requiredExtensionsMissing.includes(uri))
          yield at('acceptedExtensions', index, `${quote(uri)} is accepted and missing`);
      }
    },
  },
  {
    id: 'TSMM-CN-04',
    clause: 'schema extensionDecision',
    meaning: 'The decision of an extension agrees with the list it stands in.',
    *check(document) {
      yield* misplaced('acceptedExtensions', document.acceptedExtensions, 'accepted');
      yield* misplaced('rejectedExtensions', document.rejectedExtensions, 'rejected');
    },
  },
  {
    id: 'TSMM-CN-05',
    clause: 'CN-8',
    meaning: 'Only requested extensions are accepted: the client opts in.',
    *check(document) {
      for (const [index, { uri }] of document.acceptedExtensions.entries()) {
        if (requestOf(document, uri) === undefined)
          yield at('acceptedExtensions', index, `${quote(uri)} is accepted and was never requested`);
      }
    },
  },
  {
    id: 'TSMM-CN-06',
    clause: 'docs/model/extension-contract.md (AI-13, AI-14)',
    meaning:
      'An extension accepted in another version than requested gives a reason, and the outcome is not plainly accepted.',
    *check(document) {
      for (const [index, extension] of document.acceptedExtensions.entries()) {
        const asked = requestOf(document, extension.uri)?.version;
        if (asked === undefined || asked === extension.version) continue;
        const seen = extension.version === undefined ? 'no version' : quote(extension.version);
        const change = `${quote(extension.uri)} was requested in ${quote(asked)} and accepted in ${seen}`;
        if (isBlank(extension.reason ?? ''))
          yield at('acceptedExtensions', index, `${change} without a reason`);
        else if (document.negotiationOutcome === 'accepted')
          yield at('acceptedExtensions', index, `${change}, which is a constraint`);
      }
    },
  },
  {
    id: 'TSMM-CN-12',
    clause: 'CN-2',
    meaning:
      'What is missing was requested as required, or a constraint says `provider requires` and names it.',
    *check(document) {
      for (const [index, uri] of document.requiredExtensionsMissing.entries()) {
        if (document.requestedExtensions.some((extension) => extension.required && extension.uri === uri))
          continue;
        if (!isProvidersDemand(document, uri))
          yield at('requiredExtensionsMissing', index, `${quote(uri)} was never requested as required`);
      }
    },
  },
  {
    id: 'TSMM-CN-13',
    clause: 'CN-8',
    meaning:
      'What is missing is named by a URI or by an MCP extension identifier, or a constraint quotes the provider.',
    *check(document) {
      for (const [index, uri] of document.requiredExtensionsMissing.entries()) {
        // An empty name is the matter of TSMM-CN-15.
        if (isBlank(uri) || isExtensionName(uri)) continue;
        // A card may require something that is no URI; the record says so as it is.
        if (!isProvidersDemand(document, uri))
          yield at('requiredExtensionsMissing', index, `${quote(uri)} is not a URI`);
      }
    },
  },
  {
    id: 'TSMM-CN-16',
    clause: 'CN-8',
    meaning: 'An extension is requested as required or as optional, not as both.',
    *check(document) {
      for (const [index, { uri, required }] of document.requestedExtensions.entries()) {
        const first = requestOf(document, uri);
        if (first !== undefined && first.required !== required)
          yield at('requestedExtensions', index, `${quote(uri)} is requested as required and as optional`);
      }
    },
  },
  {
    id: 'TSMM-CN-17',
    clause: 'CN-2, docs/conformance/tsmm-conformance-checklist.md',
    meaning:
      'Every requested extension is in a list of results; a rejected one should say why (a warning where it does not).',
    *check(document) {
      for (const [index, { uri, required }] of document.requestedExtensions.entries()) {
        if (required && isAcceptance(document)) continue; // TSMM-CN-01
        if (has(document.acceptedExtensions, uri) || isRejected(document, uri)) continue;
        if (!document.requiredExtensionsMissing.includes(uri))
          yield at('requestedExtensions', index, `${quote(uri)} is in no list of results`);
      }
      for (const [index, { uri, reason = '' }] of document.rejectedExtensions.entries()) {
        if (isBlank(reason))
          yield {
            ...at('rejectedExtensions', index, `${quote(uri)} is rejected without a reason`),
            severity: 'warning',
          };
      }
    },
  },
];

function isProvidersDemand({ constraints = [] }: CapabilityNegotiation, uri: string): boolean {
  return constraints.some((sentence) => /provider requires/i.test(sentence) && names(sentence, uri));
}

function at(list: string, index: number, message: string): Hit {
  return { pointer: pointer('', list, index), message };
}

function has(list: readonly ExtensionDecision[], uri: string): boolean {
  return list.some((extension) => extension.uri === uri);
}

function isRejected(document: CapabilityNegotiation, uri: string): boolean {
  return has(document.rejectedExtensions, uri);
}

function requestOf(
  document: CapabilityNegotiation,
  uri: string,
): CapabilityNegotiation['requestedExtensions'][number] | undefined {
  return document.requestedExtensions.find((extension) => extension.uri === uri);
}

function* misplaced(
  list: string,
  extensions: readonly ExtensionDecision[],
  decision: ExtensionDecision['decision'],
): Iterable<Hit> {
  for (const [index, extension] of extensions.entries()) {
    if (extension.decision !== decision)
      yield {
        pointer: pointer('', list, index, 'decision'),
        message: `${quote(extension.uri)} is decided \`${extension.decision}\` in the list of ${decision} ones`,
      };
  }
}
