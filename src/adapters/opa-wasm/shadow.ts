// SPDX-License-Identifier: Apache-2.0
import type { PolicyIdentity, PolicyInput, PolicyPort, PolicyVerdict } from '../../core/policy.js';

/** Where a second policy would have decided differently from the one that counts. */
export interface ShadowDifference {
  /** `would_deny`: the second is stricter (a review instead of an allow counts). `would_allow`: it is looser. */
  readonly kind: 'would_deny' | 'would_allow';
  /** What was decided and holds. */
  readonly verdict: PolicyVerdict;
  /** What the second policy would have decided. */
  readonly shadow: PolicyVerdict;
}

/**
 * Ask a second policy the same questions and report where it differs. The answer is always the first policy's:
 * nothing the second one says, and nothing that goes wrong with it or with the report, changes it. A fault of the
 * second policy is no opinion and no difference.
 */
export function shadow(
  primary: PolicyPort,
  second: PolicyPort,
  onDifference: (difference: ShadowDifference) => void,
): PolicyPort {
  return Object.freeze({
    get identity(): PolicyIdentity {
      return primary.identity;
    },
    decide(input: PolicyInput): PolicyVerdict | Promise<PolicyVerdict> {
      const answer = primary.decide(input);
      try {
        const other = second.decide(input);
        if (answer instanceof Promise || other instanceof Promise) {
          Promise.all([answer, other])
            .then(([verdict, shadowed]) => compare(verdict, shadowed, onDifference))
            .catch(() => {});
        } else compare(answer, other, onDifference);
      } catch {
        // Never enforced: what the second policy or the report throws is nobody's decision.
      }
      return answer;
    },
  });
}

function compare(
  verdict: PolicyVerdict,
  shadowed: PolicyVerdict,
  onDifference: (difference: ShadowDifference) => void,
): void {
  if (shadowed.status === 'fault') return;
  const [counts, would] = [rank(verdict), rank(shadowed)];
  if (counts === would) return;
  onDifference({ kind: would < counts ? 'would_deny' : 'would_allow', verdict, shadow: shadowed });
}

// What is hidden cannot be used, whatever the authorization says.
function rank(verdict: PolicyVerdict): number {
  if (!verdict.discovery.visible) return 0;
  const { decision } = verdict.authorization;
  if (decision === 'allow') return 3;
  return decision === 'review' ? 2 : 1;
}
