// SPDX-License-Identifier: Apache-2.0
import { PROFILES } from '../../advertised/profiles/profiles.js';
import { type Digest, digestBytes } from '../../core/digest.js';
import { GovernanceError } from '../../core/errors.js';
import { type Logger, SILENT } from '../../core/ports.js';
import { parseTimestamp } from '../../core/time.js';
import type { TrustedKey, TrustPort } from '../../core/trust.js';
import { readTrustConfig, type TrustConfig } from './config.js';
import type { FetchLike } from './fetch-jwks.js';
import { createJkuCache } from './jku-cache.js';
import { readJwksFile } from './read-jwks.js';
import { readPublicJwk } from './read-key.js';

/** What a trust store may touch; each has a default that is the real thing. */
export interface TrustWorld {
  readonly fetch?: FetchLike;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly timeout?: (milliseconds: number) => AbortSignal;
  readonly logger?: Logger;
}

/** A {@link TrustPort} made from a configuration. */
export interface TrustStore extends TrustPort {
  /** Pinned keys that can verify; keys of other kinds in the same files are passed over. */
  readonly pinned: readonly TrustedKey[];
}

/** How the keys of one source are bounded. */
interface Bounds {
  readonly source: string;
  readonly origins: 'any' | ReadonlySet<string>;
  readonly notBefore?: number;
  readonly notAfter?: number;
}

/** Keys of one fetched document at most. */
const FETCHED_MOST = 64;

/**
 * Make a trust store from the `trust` part of a configuration: pinned JWKS files and objects with the origins they
 * may speak for, validity windows, revocations, and an allow-list of `jku` URLs. Without keys nothing is trusted.
 * @throws AdvertisedError ADVERTISED_TRUST_INVALID, ADVERTISED_TRUST_FILE, ADVERTISED_TRUST_KEY_PRIVATE,
 * ADVERTISED_TRUST_KEY_WEAK, ADVERTISED_TRUST_KEY_INVALID
 * @example createTrustStore({ jwks: [{ path: 'keys/contracts.jwks.json', origins: ['https://contracts.example'] }] })
 */
export function createTrustStore(input: TrustConfig, world: TrustWorld = {}): TrustStore {
  const config = readTrustConfig(input);
  const revokedKids = new Set((config.revoked ?? []).flatMap(({ kid }) => kid ?? []));
  const revokedPrints = new Set((config.revoked ?? []).flatMap(({ thumbprint }) => thumbprint ?? []));
  const isRevoked = (key: { readonly kid?: string; readonly thumbprint: string }): boolean =>
    revokedPrints.has(key.thumbprint) || (key.kid !== undefined && revokedKids.has(key.kid));

  const read = (jwk: unknown, at: string, bounds: Bounds): readonly TrustedKey[] => {
    const key = readPublicJwk(jwk, at);
    return key === undefined ? [] : [{ ...key, ...bounds, revoked: isRevoked(key) }];
  };

  const pinned = (config.jwks ?? []).flatMap((entry, index) => {
    const at = `/jwks/${index}`;
    const keys = entry.keys ?? readJwksFile(entry.path ?? '', `${at}/path`);
    const bounds = boundsOf(entry, entry.name ?? entry.path ?? `jwks[${index}]`);
    return keys.flatMap((jwk, place) => read(jwk, `${at}/keys/${place}`, bounds));
  });

  const allowed = new Map(
    (config.jku?.allow ?? []).map((entry) => {
      const { url, origins } = typeof entry === 'string' ? { url: entry, origins: undefined } : entry;
      return [url, boundsOf({ origins }, url)] as const;
    }),
  );
  const fetched = new Map<string, readonly TrustedKey[]>();
  const acceptFetched = (url: string, keys: readonly unknown[]): readonly TrustedKey[] => {
    const bounds = allowed.get(url) ?? { source: url, origins: new Set<string>() };
    const good = keys.slice(0, FETCHED_MOST).flatMap((jwk) => skipFaulty(() => read(jwk, '', bounds)));
    fetched.set(url, good);
    revision = digestOf();
    return good;
  };
  const jku = createJkuCache(
    new Set(allowed.keys()),
    (config.jku?.ttlSeconds ?? 600) * 1000,
    {
      fetch: world.fetch ?? ((url, init) => fetch(url, init)),
      now: world.now ?? Date.now,
      timeout: world.timeout ?? ((milliseconds) => AbortSignal.timeout(milliseconds)),
      logger: world.logger ?? SILENT,
    },
    acceptFetched,
  );

  const profiles = config.profiles ?? [...PROFILES];
  const requireSignature = config.requireSignature ?? false;
  const digestOf = (): Digest =>
    digestBytes(
      JSON.stringify([
        profiles,
        requireSignature,
        [...revokedKids].sort(),
        [...revokedPrints].sort(),
        pinned.map(describe),
        [...allowed].map(([url, bounds]) => [url, describeOrigins(bounds.origins)]),
        [...fetched].sort(([a], [b]) => (a < b ? -1 : 1)).map(([url, keys]) => [url, keys.map(describe)]),
      ]),
    );
  let revision = digestOf();

  const named = groupByName(pinned);
  const nameless = pinned.filter(({ kid }) => kid === undefined);
  const boundaries = pinned.flatMap((key) => [key.notBefore ?? [], key.notAfter ?? []].flat());

  return {
    pinned,
    profiles,
    requireSignature,
    get revision(): Digest {
      return revision;
    },
    revisionAt(now): string {
      if (boundaries.length === 0 && allowed.size === 0) return revision;
      // `notAfter` is inclusive and `notBefore` too: both sides of each boundary give another text.
      const passed = boundaries.map((moment) => Math.sign(now - moment)).join('');
      // Which of them are in force, not how many: in the order of the allow-list, so one digit each.
      const live = [...allowed.keys()].map((url) => (jku.keys(url, now).length > 0 ? '1' : '0')).join('');
      return `${revision};${passed};${live}`;
    },
    keys(kid, jkuUrl, now): readonly TrustedKey[] {
      const own = named.get(kid) ?? [];
      if (jkuUrl === undefined || !allowed.has(jkuUrl))
        return nameless.length === 0 ? own : merge(own, nameless);
      const remote = jku.keys(jkuUrl, now);
      return merge(
        own,
        remote.filter((key) => key.kid === kid || key.thumbprint === kid),
        nameless,
        remote.filter((key) => key.kid === undefined),
      );
    },
    isRevoked: (kid) => revokedKids.has(kid) || revokedPrints.has(kid),
    prepare: (emitted) => jku.prepare(emitted),
  };
}

function boundsOf(
  entry: {
    readonly origins?: 'any' | readonly string[] | undefined;
    readonly notBefore?: string | undefined;
    readonly notAfter?: string | undefined;
  },
  source: string,
): Bounds {
  const origins = entry.origins === undefined || entry.origins === 'any' ? 'any' : new Set(entry.origins);
  const notBefore = parseTimestamp(entry.notBefore ?? '');
  const notAfter = parseTimestamp(entry.notAfter ?? '');
  return {
    source,
    origins,
    ...(notBefore === undefined ? {} : { notBefore }),
    ...(notAfter === undefined ? {} : { notAfter }),
  };
}

function skipFaulty(read: () => readonly TrustedKey[]): readonly TrustedKey[] {
  try {
    return read();
  } catch (error) {
    // A fetched document is not ours to correct: a key that cannot be used is passed over.
    if (error instanceof GovernanceError) return [];
    throw error;
  }
}

/** Keys by what a `kid` may call them: their own name, or their thumbprint. A Map: names come from outside. */
function groupByName(keys: readonly TrustedKey[]): ReadonlyMap<string, readonly TrustedKey[]> {
  const groups = new Map<string, TrustedKey[]>();
  for (const key of keys) {
    for (const name of new Set([key.kid ?? key.thumbprint, key.thumbprint])) {
      const group = groups.get(name) ?? [];
      group.push(key);
      groups.set(name, group);
    }
  }
  return groups;
}

function merge(...lists: readonly (readonly TrustedKey[])[]): readonly TrustedKey[] {
  return [...new Set(lists.flat())];
}

function describe(key: TrustedKey): readonly unknown[] {
  const { thumbprint, kid, alg, source, origins, notBefore, notAfter, revoked } = key;
  return [thumbprint, kid, alg, source, describeOrigins(origins), notBefore, notAfter, revoked];
}

function describeOrigins(origins: 'any' | ReadonlySet<string>): unknown {
  return origins === 'any' ? 'any' : [...origins].sort();
}
