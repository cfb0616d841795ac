// SPDX-License-Identifier: Apache-2.0
import type { Digest } from '../../core/digest.js';
import type { JsonObject } from '../../core/json.js';

/** The files of a bundle by path: relative, `/` between segments, no leading slash. */
export type BundleFiles = ReadonlyMap<string, Uint8Array>;

/** Bounds that hold before anything of a bundle is believed. Sizes in bytes. */
export interface BundleLimits {
  /** The archive as it arrived, still compressed. */
  readonly archiveBytes: number;
  /** All of it, decompressed. */
  readonly totalBytes: number;
  readonly fileBytes: number;
  readonly entries: number;
  readonly pathBytes: number;
  readonly pathDepth: number;
  readonly jsonDepth: number;
}

/** The limits of {@link BundleLimits} that hold unless told otherwise. */
export const DEFAULT_BUNDLE_LIMITS: BundleLimits = {
  archiveBytes: 64 * 1024 * 1024,
  totalBytes: 256 * 1024 * 1024,
  fileBytes: 128 * 1024 * 1024,
  entries: 10_000,
  pathBytes: 512,
  pathDepth: 32,
  jsonDepth: 64,
};

/** One file, as `inspect` and the evidence name it. */
export interface BundleFile {
  readonly path: string;
  readonly bytes: number;
  readonly digest: Digest;
}

/** `.manifest`, read and with OPA's defaults filled in. */
export interface BundleManifest {
  readonly revision: string;
  /** Without leading and trailing slashes; `[""]` where the manifest names none. */
  readonly roots: readonly string[];
  /** Entrypoints of `policy.wasm`, in the order of the manifest. */
  readonly entrypoints: readonly string[];
  readonly metadata: JsonObject;
}

/** What the signature of a bundle amounts to. `verified: false`: none was asked for, or it was skipped. */
export interface BundleSignature {
  readonly verified: boolean;
  readonly keyId?: string;
  readonly scope?: string;
  readonly issuer?: string;
  /** Milliseconds since the epoch. */
  readonly issuedAt?: number;
  readonly expiresAt?: number;
}

/** A bundle that was read, checked and, where keys are configured, verified. Deep frozen. */
export interface Bundle extends BundleManifest {
  readonly wasm: Uint8Array;
  /** Every data.json, merged at its folder. */
  readonly data: JsonObject;
  readonly files: readonly BundleFile[];
  readonly signature: BundleSignature;
  /** Over the paths and digests of all files: the same for an archive and for its folder. */
  readonly digest: Digest;
}

/** Signature algorithms: those of OPA's key configuration, and EdDSA. */
export type BundleAlgorithm =
  | 'RS256'
  | 'RS384'
  | 'RS512'
  | 'PS256'
  | 'PS384'
  | 'PS512'
  | 'ES256'
  | 'ES384'
  | 'ES512'
  | 'HS256'
  | 'HS384'
  | 'HS512'
  | 'EdDSA';

/** A key as OPA's `keys` configuration writes it. */
export interface BundleKey {
  readonly id: string;
  /** The only algorithm the key is used with; the header of a token cannot choose another. */
  readonly algorithm: BundleAlgorithm;
  /** PEM, or for HS256, HS384 and HS512 the secret itself. */
  readonly key: string;
  readonly scope?: string;
}

/** How signatures are verified. */
export interface BundleVerification {
  readonly keys: readonly BundleKey[];
  /** Use this key whatever the token says; otherwise the header's `kid`, then the claim `keyid`. */
  readonly keyId?: string;
  /** Overrides the scope of the key; `""` is the scope of a token that names none. */
  readonly scope?: string;
  /** Refuse a token whose `iat` is older, or that has none. */
  readonly maxAgeSeconds?: number;
  /** Difference of clocks that is forgiven; 60 unless told otherwise. */
  readonly skewSeconds?: number;
  /** `even` (default) refuses formatting in which a changed byte could hide; `any` is OPA's own rule. */
  readonly formatting?: 'even' | 'any';
}

/** The last bundle seen, for rollback protection. */
export interface SeenBundle {
  readonly revision: string;
  /** Milliseconds since the epoch, from the signature. */
  readonly issuedAt?: number;
}

/** Options of {@link readBundle}. */
export interface ReadBundleOptions {
  readonly limits?: Partial<BundleLimits>;
  /** Absent: an unsigned bundle is accepted and a signed one is refused, as in OPA. `skip`: neither is looked at. */
  readonly verification?: BundleVerification | 'skip';
  readonly lastSeen?: SeenBundle;
  readonly allowRollback?: boolean;
  /** Milliseconds since the epoch; the machine's clock unless told otherwise. */
  readonly now?: number;
}
