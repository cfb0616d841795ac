// SPDX-License-Identifier: Apache-2.0
import { digestBytes } from '../../../src/core/digest.js';
import type { PolicyInput, PolicyPort } from '../../../src/core/policy.js';

const DIGEST = digestBytes('a policy of a few lines');

/**
 * A policy of a few lines, for laws that need many decisions: only verified cards, a review where requirements are
 * unknown, nothing where a required extension is missing. Whatever is stricter never gets a better answer.
 */
export function simplePolicy(): PolicyPort {
  const identity = { digest: DIGEST, dataDigest: DIGEST, revision: 'simple' };
  return {
    identity,
    decide: (input) => ({
      status: 'decided',
      discovery: { visible: true, reasons: [] },
      authorization: {
        decision: decisionOn(input),
        reasons: [],
        constraints: [],
        obligations: [],
        scope: input.scope,
      },
      policy: identity,
      inputDigest: digestBytes(JSON.stringify(input)),
    }),
  };
}

function decisionOn({ card, negotiated, skill }: PolicyInput): 'allow' | 'deny' | 'review' {
  if (card.signature !== 'verified' || negotiated.missing.length > 0) return 'deny';
  return skill.securityRequirements.state === 'unknown' ? 'review' : 'allow';
}
