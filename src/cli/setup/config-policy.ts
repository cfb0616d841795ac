// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { BundleAlgorithm } from '../../adapters/bundle/index.js';

/** How signatures of policy bundles are verified; each key is in a file of its own. */
export interface VerificationConfig {
  readonly keys: readonly {
    readonly id: string;
    readonly algorithm: BundleAlgorithm;
    /** PEM, or the secret of HS256, HS384 and HS512. */
    readonly path: string;
    readonly scope?: string;
  }[];
  readonly keyId?: string;
  readonly scope?: string;
  readonly maxAgeSeconds?: number;
  readonly skewSeconds?: number;
  readonly formatting?: 'even' | 'any';
}

/** The member `policy` of a configuration. */
export interface PolicyConfig {
  /** A bundle on disk: watched by `parley serve`. */
  readonly bundle?: string;
  /** A server that speaks OPA's bundle API, instead of `bundle`. */
  readonly url?: string;
  readonly polling?: {
    readonly minDelaySeconds?: number;
    readonly maxDelaySeconds?: number;
    readonly longPollingSeconds?: number;
    readonly timeoutSeconds?: number;
  };
  /** A folder that keeps the last good bundle of `url`. */
  readonly persist?: string;
  /** A file with the bearer token for `url`. */
  readonly tokenPath?: string;
  /** Replaces the data of the bundle. */
  readonly data?: string;
  readonly verification?: VerificationConfig;
  readonly allowRollback?: boolean;
  readonly isolation?: 'inline' | 'worker';
  readonly timeoutMs?: number;
  readonly workers?: number;
  readonly obligations?: readonly string[];
  /** A second policy that is asked as well and never enforced. */
  readonly shadow?: { readonly bundle?: string; readonly data?: string };
  /** A file with inputs that must be denied, and allowed, before a policy is used. */
  readonly selfTest?: string;
}

const text = z.string().min(1);
const seconds = z.int().min(1).max(86_400);
const algorithm = z.enum([
  ...(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const),
  ...(['ES256', 'ES384', 'ES512', 'HS256', 'HS384', 'HS512', 'EdDSA'] as const),
]);

const verification: z.ZodType<VerificationConfig> = z.strictObject({
  keys: z
    .array(z.strictObject({ id: text, algorithm, path: text, scope: z.exactOptional(z.string()) }))
    .min(1),
  keyId: z.exactOptional(text),
  scope: z.exactOptional(z.string()),
  maxAgeSeconds: z.exactOptional(z.int().min(1)),
  skewSeconds: z.exactOptional(z.int().min(0)),
  formatting: z.exactOptional(z.enum(['even', 'any'])),
});

/** The zod type of the member `policy`; agrees with its JSON Schema. */
export const policyShape: z.ZodType<PolicyConfig> = z
  .strictObject({
    bundle: z.exactOptional(text),
    url: z.exactOptional(text),
    polling: z.exactOptional(
      z.strictObject({
        minDelaySeconds: z.exactOptional(seconds),
        maxDelaySeconds: z.exactOptional(seconds),
        longPollingSeconds: z.exactOptional(seconds),
        timeoutSeconds: z.exactOptional(seconds),
      }),
    ),
    persist: z.exactOptional(text),
    tokenPath: z.exactOptional(text),
    data: z.exactOptional(text),
    verification: z.exactOptional(verification),
    allowRollback: z.exactOptional(z.boolean()),
    isolation: z.exactOptional(z.enum(['inline', 'worker'])),
    // A timer takes no more.
    timeoutMs: z.exactOptional(z.int().min(1).max(2_147_483_647)),
    workers: z.exactOptional(z.int().min(1).max(64)),
    obligations: z.exactOptional(z.array(text)),
    shadow: z.exactOptional(
      z
        .strictObject({ bundle: z.exactOptional(text), data: z.exactOptional(text) })
        .refine((value) => value.bundle !== undefined || value.data !== undefined, {
          error: 'a shadow differs by its bundle or by its data',
        }),
    ),
    selfTest: z.exactOptional(text),
  })
  .superRefine((value, context) => {
    for (const [name, error] of contradictions(value))
      context.addIssue({ code: 'custom', path: [name], message: error });
  });

// What would be ignored is refused: a limit or a key that nobody looks at is worse than none.
function* contradictions(value: PolicyConfig): Iterable<readonly [keyof PolicyConfig, string]> {
  const { bundle, url, isolation } = value;
  if (bundle !== undefined && url !== undefined) yield ['url', 'a bundle comes from a path or from a URL'];
  for (const name of ['polling', 'persist', 'tokenPath'] as const)
    if (value[name] !== undefined && url === undefined)
      yield [name, 'this is about a URL, and there is none'];
  if (value.verification !== undefined && bundle === undefined && url === undefined)
    yield ['verification', 'there is no bundle to verify'];
  for (const name of ['timeoutMs', 'workers'] as const)
    if (value[name] !== undefined && isolation !== 'worker') yield [name, 'this needs `isolation: "worker"`'];
}
