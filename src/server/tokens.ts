// SPDX-License-Identifier: Apache-2.0
import { createHash, timingSafeEqual } from 'node:crypto';

/** What a bearer of a token may do. `evidence` reads raw entries of the log, which know more than an answer says. */
export type Scope = 'negotiate' | 'events' | 'evidence';

/** A token as it is configured: its hash, never itself. */
export interface TokenConfig {
  /** SHA-256 of the token, 64 lower-case hex digits. Tokens must be random; a password is not enough. */
  readonly sha256: string;
  readonly tenant: string;
  readonly workspace?: string;
  /** Any URL of the bearer; its origin's digest stands in the records of its exchanges. */
  readonly origin?: string;
  /** Default: `negotiate` and `events`. */
  readonly scopes?: readonly Scope[];
}

/** Who a token speaks for. */
export interface Principal {
  readonly tenant: string;
  readonly workspace?: string;
  readonly origin?: string;
  readonly scopes: ReadonlySet<Scope>;
}

/** Finds the principal of an `Authorization` header; `undefined` where there is none. */
export interface Authenticator {
  authenticate(authorization: string | null | undefined): Principal | undefined;
}

const BEARER = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i;

/**
 * Bearer tokens by their hashes. Every hash is compared, each in constant time, so that neither the number of equal
 * bytes nor the place of a token in the list can be measured.
 *
 * @param equal compares two hashes of one length in constant time
 */
export function createAuthenticator(
  tokens: readonly TokenConfig[],
  equal: (a: Buffer, b: Buffer) => boolean = timingSafeEqual,
): Authenticator {
  const known = tokens.map(({ sha256, tenant, workspace, origin, scopes = ['negotiate', 'events'] }) => ({
    hash: Buffer.from(sha256, 'hex'),
    principal: {
      tenant,
      ...(workspace === undefined ? {} : { workspace }),
      ...(origin === undefined ? {} : { origin }),
      scopes: new Set(scopes),
    },
  }));
  return {
    authenticate(authorization) {
      const token = BEARER.exec(authorization ?? '')?.[1];
      if (token === undefined) return undefined;
      const hash = createHash('sha256').update(token).digest();
      let found: Principal | undefined;
      for (const candidate of known) {
        if (candidate.hash.length === hash.length && equal(candidate.hash, hash)) {
          found ??= candidate.principal;
        }
      }
      return found;
    },
  };
}

/** The hash under which a token is configured. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
