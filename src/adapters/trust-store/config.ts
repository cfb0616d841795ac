// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { PROFILE_NAMES, type ProfileName } from '../../advertised/profiles/profiles.js';
import { originOf } from '../../advertised/signature/origin.js';
import { fault, quote } from '../../core/errors.js';
import { pointer } from '../../core/json.js';
import { parseUrl } from '../../core/parse-url.js';
import { parseTimestamp } from '../../core/time.js';

/** Origins that keys may speak for: `"any"`, which is also meant where it is not said, or a list. */
export type OriginsConfig = 'any' | readonly string[];

/** Keys that are pinned together: a JWKS file or the JWK objects themselves, and the bounds of all of them. */
export interface PinnedConfig {
  readonly path?: string | undefined;
  readonly keys?: readonly Readonly<Record<string, unknown>>[] | undefined;
  /** What a verdict names as the source of the key; the path where it is not said. */
  readonly name?: string | undefined;
  readonly origins?: OriginsConfig | undefined;
  /** RFC 3339; in force from this moment on. */
  readonly notBefore?: string | undefined;
  /** RFC 3339; in force up to and including this moment. */
  readonly notAfter?: string | undefined;
}

/** A `jku` that may be followed; a card must name it exactly. */
export interface JkuConfig {
  readonly url: string;
  readonly origins?: OriginsConfig | undefined;
}

/** The `trust` part of the configuration (docs/trust.md): which keys speak for whom, and under which reading. */
export interface TrustConfig {
  readonly jwks?: readonly PinnedConfig[] | undefined;
  /** Accepted profiles; `emitted`, `a2a-1.0` and `a2a-sdk` where it is not said. */
  readonly profiles?: readonly ProfileName[] | undefined;
  /** Whether a card without a verified signature is refused; no where it is not said. */
  readonly requireSignature?: boolean | undefined;
  readonly revoked?: readonly RevokedConfig[] | undefined;
  readonly jku?:
    | {
        readonly allow: readonly (string | JkuConfig)[];
        /** How long fetched keys are used; 600 where it is not said. */
        readonly ttlSeconds?: number | undefined;
      }
    | undefined;
}

/** A revoked key, by name or by RFC 7638 thumbprint (SHA-256, base64url). */
export interface RevokedConfig {
  readonly kid?: string | undefined;
  readonly thumbprint?: string | undefined;
}

const moment = z
  .string()
  .refine((text) => parseTimestamp(text) !== undefined, 'expected an RFC 3339 date-time');

const origin = z
  .string()
  // A wildcard would read as a host of that very name and match nothing.
  .refine(
    (text) => originOf(text) === text && !text.includes('*'),
    'expected an origin such as https://host or host:port',
  );
const origins = z.union([z.literal('any'), z.array(origin)]);

const httpsUrl = z.string().refine((text) => {
  const url = parseUrl(text);
  if (url === undefined) return false;
  const { protocol, username, password, hash } = url;
  return protocol === 'https:' && username === '' && password === '' && hash === '';
}, 'expected an https URL without user and fragment');

const jwks = z
  .strictObject({
    path: z.string().min(1).optional(),
    keys: z.array(z.record(z.string(), z.unknown())).optional(),
    name: z.string().min(1).optional(),
    origins: origins.optional(),
    notBefore: moment.optional(),
    notAfter: moment.optional(),
  })
  .refine((entry) => (entry.path === undefined) !== (entry.keys === undefined), 'expected `path` or `keys`');

const revoked = z
  .strictObject({ kid: z.string().min(1).optional(), thumbprint: z.string().min(1).optional() })
  .refine(
    (entry) => entry.kid !== undefined || entry.thumbprint !== undefined,
    'expected `kid` or `thumbprint`',
  );

/** The zod schema of {@link TrustConfig}, for configurations that hold it as a part. */
export const TRUST_SCHEMA: z.ZodType<TrustConfig> = z.strictObject({
  jwks: z.array(jwks).max(1024).optional(),
  profiles: z.array(z.enum(PROFILE_NAMES)).min(1).optional(),
  requireSignature: z.boolean().optional(),
  revoked: z.array(revoked).optional(),
  jku: z
    .strictObject({
      allow: z
        .array(z.union([httpsUrl, z.strictObject({ url: httpsUrl, origins: origins.optional() })]))
        .max(256),
      ttlSeconds: z.int().min(1).max(86_400).optional(),
    })
    .optional(),
});

/**
 * Read the `trust` part of a configuration.
 * @throws AdvertisedError ADVERTISED_TRUST_INVALID
 */
export function readTrustConfig(config: unknown): TrustConfig {
  const result = TRUST_SCHEMA.safeParse(config);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  // The input itself is never quoted: it may hold key material.
  const unknown = issue?.code === 'unrecognized_keys' ? `: ${issue.keys.map(quote).join(', ')}` : '';
  throw fault('ADVERTISED_TRUST_INVALID', {
    pointer: pointer('', ...(issue?.path ?? []).map(String)),
    detail: `${unknown === '' ? (issue?.message ?? 'unreadable') : 'unknown member'}${unknown}`,
  });
}
