// SPDX-License-Identifier: Apache-2.0
import type { PolicyIdentity, PolicyInput, PolicyPort, PolicyVerdict } from '../../core/policy.js';

/** A policy that can be replaced while it is in use. */
export interface PolicyHolder<P extends PolicyPort = PolicyPort> extends PolicyPort {
  /** The policy that the next decision will use. */
  readonly current: P;
  /**
   * Use another policy from the next decision on. A decision that has started ends under the policy it started
   * with. Resolves to the old policy once its last decision has ended; then it can be closed.
   */
  swap(next: P): Promise<P>;
}

/** A holder of one policy at a time; each decision uses exactly one, whatever is swapped meanwhile. */
export function createPolicyHolder<P extends PolicyPort>(policy: P): PolicyHolder<P> {
  let current = policy;
  const inFlight = new Map<P, { count: number; drained: (() => void)[] }>();

  function end(used: P): void {
    const entry = inFlight.get(used);
    if (entry === undefined || --entry.count > 0) return;
    inFlight.delete(used);
    for (const drained of entry.drained) drained();
  }

  return Object.freeze({
    get identity(): PolicyIdentity {
      return current.identity;
    },
    get current(): P {
      return current;
    },
    decide(input: PolicyInput): PolicyVerdict | Promise<PolicyVerdict> {
      const used = current;
      const answer = used.decide(input);
      // An answer that is there already cannot be swapped away from under itself.
      if (!(answer instanceof Promise)) return answer;
      const entry = inFlight.get(used) ?? { count: 0, drained: [] };
      entry.count++;
      inFlight.set(used, entry);
      return answer.finally(() => end(used));
    },
    swap(next: P): Promise<P> {
      const before = current;
      current = next;
      const entry = before === next ? undefined : inFlight.get(before);
      if (entry === undefined) return Promise.resolve(before);
      return new Promise((resolve) => {
        entry.drained.push(() => resolve(before));
      });
    },
  });
}
