// SPDX-License-Identifier: Apache-2.0
import type { BundleAlgorithm, BundleKey, BundleVerification } from '../../adapters/bundle/index.js';
import { fault, quote } from '../../core/errors.js';
import { readBytes } from '../read-file.js';

const ALGORITHMS: readonly BundleAlgorithm[] = [
  ...(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const),
  ...(['ES256', 'ES384', 'ES512', 'HS256', 'HS384', 'HS512', 'EdDSA'] as const),
];

/** Flags that name a key, for signing or for verifying. */
export interface KeyFlags {
  /** A file: PEM, or the secret of HS256, HS384 and HS512. */
  readonly key?: string;
  readonly keyId: string;
  readonly alg: string;
  readonly scope?: string;
}

/**
 * The key that flags name. Keys come from files alone: a command line is no place for a secret.
 * @throws GovernanceError CORE_FILE_UNREADABLE, CORE_USAGE
 */
export async function readKey(file: string, flags: KeyFlags): Promise<BundleKey> {
  const algorithm = ALGORITHMS.find((each) => each === flags.alg);
  if (algorithm === undefined) throw fault('CORE_USAGE', { detail: `algorithm ${quote(flags.alg)}` });
  const text = Buffer.from(await readBytes(file)).toString('utf8');
  const key = algorithm.startsWith('HS') ? text.replace(/\r?\n$/, '') : text;
  return { id: flags.keyId, algorithm, key, ...(flags.scope !== undefined && { scope: flags.scope }) };
}

/** How the bundle of a command is verified; without a key it is read as it is, and said not to be verified. */
export async function verificationOf(flags: KeyFlags): Promise<BundleVerification | 'skip'> {
  if (flags.key === undefined) return 'skip';
  return { keys: [await readKey(flags.key, flags)], keyId: flags.keyId };
}
