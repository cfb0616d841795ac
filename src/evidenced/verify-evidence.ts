// SPDX-License-Identifier: Apache-2.0
import { parseDigest } from '../core/digest.js';
import type { EvidenceStore } from './types.js';
import { type EvidenceVerdict, verifyChain } from './verify-chain.js';

/**
 * Check a whole open store: its chain, its head and every blob that an entry names.
 * Nothing may be appended from outside this process meanwhile; `verifySqliteEvidence` checks a shared file.
 * @param expectedHead a head hash noted outside the store earlier; some entry must have it
 */
export function verifyEvidence(store: EvidenceStore, expectedHead?: string): EvidenceVerdict {
  return verifyChain(store.entries(), store.head(), {
    expectedHead,
    blob: (text) => {
      const digest = parseDigest(text);
      return digest === undefined ? undefined : store.blob(digest);
    },
  });
}
