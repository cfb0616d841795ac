// SPDX-License-Identifier: Apache-2.0
import { fault, GovernanceError } from '../core/errors.js';
import { isLater } from '../core/later.js';
import type { BlobDraft, EntryDraft, EvidenceHead } from '../evidenced/types.js';
import type { SeenCard } from './card-cache.js';
import type { EngineParts } from './parts.js';
import { refuseToJson } from './tamper.js';

/** The new end of the log, or why nothing was written. */
export type Written =
  | { readonly head: EvidenceHead; readonly failure?: undefined }
  | { readonly failure: GovernanceError };

/** Write the entries of one negotiation, and the card's bytes the first time that it is seen. */
export async function writeEvidence(
  parts: EngineParts,
  seen: SeenCard,
  entries: readonly EntryDraft[],
): Promise<Written> {
  const blobs: readonly BlobDraft[] = seen.stored ? [] : [{ digest: seen.state.digest, bytes: seen.bytes }];
  try {
    // Whoever adds a `toJSON` while policy is asked has written the entries as well.
    refuseToJson();
    const appended = parts.evidence.append(entries, blobs);
    const { head } = isLater(appended) ? await appended : appended;
    if (!Number.isSafeInteger(head?.seq)) throw fault('EVIDENCED_WRITE_FAILED', { detail: 'no receipt' });
    seen.stored = true;
    return { head };
  } catch (error) {
    const failure =
      error instanceof GovernanceError ? error : fault('EVIDENCED_WRITE_FAILED', { cause: error });
    parts.logger.error({ code: failure.code }, 'evidence not written, so the answer is no');
    return { failure };
  }
}
