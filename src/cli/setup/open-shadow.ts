// SPDX-License-Identifier: Apache-2.0
import { type ShadowDifference, shadow } from '../../adapters/opa-wasm/index.js';
import { sha256Hex } from '../../core/digest.js';
import { GovernanceError } from '../../core/errors.js';
import type { PolicyPort, PolicyVerdict } from '../../core/policy.js';
import type { Logger } from '../../core/ports.js';
import { toTimestamp } from '../../core/time.js';
import type { EntryDraft, EvidenceStore } from '../../evidenced/types.js';

/** A policy with a shadow, and what became of the differences. */
export interface ShadowedPolicy {
  readonly policy: PolicyPort;
  /** Differences seen. */
  differences(): number;
  /** Resolves when every difference seen so far is in the evidence, or was logged as not being there. */
  drained(): Promise<void>;
}

/** Ask a second policy as well; where it differs, log it and keep an entry of kind `policy`. Never enforced. */
export function openShadow(
  primary: PolicyPort,
  second: PolicyPort,
  world: { readonly evidence: EvidenceStore; readonly logger: Logger; readonly now: () => number },
): ShadowedPolicy {
  const { evidence, logger, now } = world;
  const waiting = new Set<Promise<void>>();
  let seen = 0;
  const keep = async (draft: EntryDraft): Promise<void> => {
    try {
      await evidence.append([draft]);
    } catch (error) {
      const code = error instanceof GovernanceError ? error.code : 'EVIDENCED_WRITE_FAILED';
      logger.error({ code, id: draft.id }, 'shadow difference not kept');
    }
  };
  const policy = shadow(primary, second, (difference) => {
    seen += 1;
    const draft = entryOf(difference, toTimestamp(now()));
    const { kind, verdict } = difference;
    logger.warn(
      {
        id: draft.id,
        difference: kind,
        inputDigest: verdict.inputDigest,
        revision: difference.shadow.policy.revision,
      },
      'shadow policy would have decided otherwise',
    );
    const kept = keep(draft).finally(() => waiting.delete(kept));
    waiting.add(kept);
  });
  return {
    policy,
    differences: () => seen,
    async drained() {
      while (waiting.size > 0) await Promise.all(waiting);
    },
  };
}

// The input's digest joins the entry to its negotiation, whose own entry has the same.
function entryOf({ kind, verdict, shadow: other }: ShadowDifference, at: string): EntryDraft {
  const { inputDigest } = verdict;
  const body = JSON.stringify({
    format: 'parley.policy-shadow/1',
    difference: kind,
    inputDigest,
    decided: brief(verdict),
    shadow: brief(other),
  });
  return { id: `policy.shadow.${sha256Hex(body).slice(0, 32)}`, kind: 'policy', at, body };
}

function brief({ policy, status, discovery, authorization }: PolicyVerdict): object {
  const { decision, reasons } = authorization;
  const codes = reasons.map(({ code }) => code);
  return { policy, status, visible: discovery.visible, decision, codes };
}
