// SPDX-License-Identifier: Apache-2.0
import type { KeyObject } from 'node:crypto';
import { type Digest, digestBytes } from './digest.js';
import type { JsonObject } from './json.js';

/** What a public key can verify: its curve, or RSA. */
export type KeyShape = 'P-256' | 'P-384' | 'P-521' | 'Ed25519' | 'RSA';

/** A public key that the operator trusts, with the bounds of that trust. */
export interface TrustedKey {
  readonly key: KeyObject;
  readonly shape: KeyShape;
  /** The key's own name; a key without one may speak for any `kid`. */
  readonly kid?: string;
  /** The one algorithm that the JWK allows, where it says so. */
  readonly alg?: string;
  /** RFC 7638, SHA-256, base64url. */
  readonly thumbprint: string;
  /** Where it came from: the name of a pinned JWKS, or an allow-listed `jku`. */
  readonly source: string;
  /** Origins that its holder may speak for (`https://host[:port]`, `host:port` for gRPC). */
  readonly origins: 'any' | ReadonlySet<string>;
  /** In force from this moment on; ms since the epoch. */
  readonly notBefore?: number;
  /** In force up to and including this moment; ms since the epoch. */
  readonly notAfter?: number;
  readonly revoked: boolean;
}

/** Which keys speak for whom, as the layers see it. Everything but `prepare` answers from memory. */
export interface TrustPort {
  /** Digest of the configuration and of every key in it; changes where fetched keys change. */
  readonly revision: Digest;
  /** Canonicalization profiles that are accepted (docs/trust.md). */
  readonly profiles: readonly string[];
  /** Whether a card without a verified signature is refused. */
  readonly requireSignature: boolean;
  /**
   * Text that changes whenever the verdict on a card could change: the revision and, with the time, each boundary
   * of a validity window that was passed. The key to cache verdicts under.
   */
  revisionAt(now: number): string;
  /** Keys that may have made a signature: those named `kid` first, then those without a name. */
  keys(kid: string, jku: string | undefined, now: number): readonly TrustedKey[];
  /** Whether the operator revoked every key of this name. */
  isRevoked(kid: string): boolean;
  /**
   * Fetch what judging this document needs and may be fetched (an allow-listed `jku` that is not in memory).
   * `undefined` where there is nothing to wait for. Never rejects: keys that cannot be had are not there.
   */
  prepare(emitted: JsonObject): Promise<void> | undefined;
}

/** The trust of an operator who pinned no keys: signatures are read, and none of them is verified. */
export const TRUST_NOBODY: TrustPort = Object.freeze({
  revision: digestBytes(''),
  profiles: Object.freeze([]),
  requireSignature: false,
  revisionAt: () => '',
  keys: () => [],
  isRevoked: () => false,
  prepare: () => undefined,
});
