// SPDX-License-Identifier: Apache-2.0
import { hash } from 'node:crypto';
import { type Digest, digestBytes } from '../../core/digest.js';
import type { GovernanceError } from '../../core/errors.js';
import type { PolicyIdentity, PolicyVerdict } from '../../core/policy.js';
import type { Decision } from './read-decision.js';

const NONE: readonly never[] = Object.freeze([]);

/** The digest of no bytes: what the verdict on an input that was refused carries. */
export const NO_INPUT: Digest = digestBytes('');

/** The verdict of an evaluation that gave a whole, valid answer. */
export function verdictOf(decision: Decision, policy: PolicyIdentity, inputText: string): PolicyVerdict {
  return Object.freeze({ ...decision, policy, inputDigest: digestText(inputText), inputText });
}

/** The verdict where there is no answer: a deny, with the code of the fault as its reason. */
export function faultVerdict(
  error: GovernanceError,
  policy: PolicyIdentity,
  inputText: string | undefined,
): PolicyVerdict {
  const reasons = Object.freeze([Object.freeze({ code: error.code, message: error.message })]);
  return Object.freeze({
    status: 'fault',
    discovery: Object.freeze({ visible: false, reasons }),
    authorization: Object.freeze({
      decision: 'deny',
      reasons,
      constraints: NONE,
      obligations: NONE,
      scope: '',
    }),
    fault: error.code,
    policy,
    inputDigest: inputText === undefined ? NO_INPUT : digestText(inputText),
    ...(inputText !== undefined && { inputText }),
  });
}

// `hash` in one call takes half the time of `createHash` on texts this short.
function digestText(text: string): Digest {
  return `sha256:${hash('sha256', text)}` as Digest;
}
