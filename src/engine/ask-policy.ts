// SPDX-License-Identifier: Apache-2.0
import { frozenCopy } from '../core/freeze.js';
import { isLater } from '../core/later.js';
import type { PolicyEvaluation, PolicyInput, PolicyPort, PolicyVerdict } from '../core/policy.js';

/** One evaluation, at once where the policy answers at once. It is frozen: a state will hold it. */
export function askPolicy(
  policy: PolicyPort,
  input: PolicyInput,
): PolicyEvaluation | Promise<PolicyEvaluation> {
  const verdict = policy.decide(input);
  return isLater(verdict) ? answerLater(input, verdict) : answer(input, verdict);
}

async function answerLater(
  input: PolicyInput,
  verdict: PromiseLike<PolicyVerdict>,
): Promise<PolicyEvaluation> {
  return answer(input, await verdict);
}

function answer(input: PolicyInput, verdict: PolicyVerdict): PolicyEvaluation {
  return Object.freeze({ input, verdict: frozenCopy(verdict) });
}
