// SPDX-License-Identifier: Apache-2.0
import { digestBytes } from '../core/digest.js';
import { type ErrorCode, GovernanceError } from '../core/errors.js';
import { frozenCopy } from '../core/freeze.js';
import { isLater } from '../core/later.js';
import {
  type PolicyEvaluation,
  type PolicyInput,
  type PolicyPort,
  type PolicyVerdict,
  policyFault,
} from '../core/policy.js';

/**
 * One evaluation, at once where the policy answers at once. It is frozen: a state will hold it. A port that throws,
 * or whose answer is no verdict, is a fault and so a deny, like any other policy that could not answer.
 */
export function askPolicy(
  policy: PolicyPort,
  input: PolicyInput,
): PolicyEvaluation | Promise<PolicyEvaluation> {
  try {
    const verdict = policy.decide(input);
    return isLater(verdict) ? askedLater(policy, input, verdict) : answered(policy, input, verdict);
  } catch (thrown) {
    return answered(policy, input, failed(policy, codeOf(thrown)));
  }
}

async function askedLater(
  policy: PolicyPort,
  input: PolicyInput,
  verdict: PromiseLike<PolicyVerdict>,
): Promise<PolicyEvaluation> {
  try {
    return answered(policy, input, await verdict);
  } catch (thrown) {
    return answered(policy, input, failed(policy, codeOf(thrown)));
  }
}

function answered(policy: PolicyPort, input: PolicyInput, verdict: PolicyVerdict): PolicyEvaluation {
  const copy = frozenCopy(verdict);
  return Object.freeze({
    input,
    verdict: isVerdict(copy) ? copy : failed(policy, 'AUTHORIZED_POLICY_RESULT'),
  });
}

// The types say so already; what an embedder wrote without them is checked where it decides.
function isVerdict(verdict: Partial<PolicyVerdict> | null | undefined): boolean {
  const { status, discovery, authorization, policy, inputDigest } = verdict ?? {};
  return (
    (status === 'decided' || status === 'gap' || status === 'fault') &&
    typeof discovery?.visible === 'boolean' &&
    Array.isArray(discovery.reasons) &&
    DECISIONS.includes(authorization?.decision) &&
    Array.isArray(authorization?.reasons) &&
    Array.isArray(authorization.constraints) &&
    Array.isArray(authorization.obligations) &&
    typeof authorization.scope === 'string' &&
    typeof policy?.revision === 'string' &&
    typeof inputDigest === 'string'
  );
}

const DECISIONS: readonly unknown[] = ['allow', 'deny', 'review'];
const NONE: readonly never[] = Object.freeze([]);

function failed({ identity }: PolicyPort, code: ErrorCode | undefined): PolicyVerdict {
  const fault = code === undefined ? {} : { fault: code };
  const reasons = Object.freeze([Object.freeze(policyFault(fault))]);
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
    ...fault,
    policy: identity,
    inputDigest: digestBytes(''),
  });
}

function codeOf(thrown: unknown): ErrorCode | undefined {
  return thrown instanceof GovernanceError ? thrown.code : undefined;
}
