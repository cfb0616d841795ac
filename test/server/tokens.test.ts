// SPDX-License-Identifier: Apache-2.0
import { timingSafeEqual } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createAuthenticator, hashToken } from '../../src/server/index.js';

/** Lengths of what was compared. */
const compared: number[][] = [];

const tokens = createAuthenticator(
  [
    { sha256: hashToken('first'), tenant: 'acme' },
    { sha256: hashToken('second'), tenant: 'globex', workspace: 'ws', scopes: ['evidence'] },
    { sha256: hashToken('third'), tenant: '__proto__' },
  ],
  (a, b) => {
    compared.push([a.byteLength, b.byteLength]);
    return timingSafeEqual(a, b);
  },
);

describe('a bearer token', () => {
  it('speaks for its tenant, with the scopes that it was given', () => {
    expect(tokens.authenticate('Bearer first')).toEqual({
      tenant: 'acme',
      scopes: new Set(['negotiate', 'events']),
    });
    expect(tokens.authenticate('bearer second')).toEqual({
      tenant: 'globex',
      workspace: 'ws',
      scopes: new Set(['evidence']),
    });
    expect(tokens.authenticate('Bearer third')?.tenant).toBe('__proto__');
  });

  const none: [string, string | null | undefined][] = [
    ['none', undefined],
    ['null', null],
    ['empty', ''],
    ['the scheme alone', 'Bearer'],
    ['the scheme and a blank', 'Bearer '],
    ['another scheme', 'Basic first'],
    ['no scheme', 'first'],
    ['two blanks', 'Bearer  first'],
    ['a blank behind', 'Bearer first '],
    ['two tokens', 'Bearer first, Bearer first'],
    ['another case', 'Bearer FIRST'],
    ['a beginning', 'Bearer fir'],
    ['more', 'Bearer first1'],
    ['its hash', `Bearer ${hashToken('first')}`],
    ['a line break', 'Bearer first\n'],
  ];
  it.each(none)('is not %s', (_name, header) => {
    expect(tokens.authenticate(header)).toBeUndefined();
  });

  it.each(['Bearer first', 'Bearer third', 'Bearer nobody'])(
    'is compared with every hash, in constant time: %s',
    (header) => {
      compared.length = 0;
      tokens.authenticate(header);
      expect(compared).toEqual([
        [32, 32],
        [32, 32],
        [32, 32],
      ]);
    },
  );

  it('is not kept: what knows it knows its hash', () => {
    expect(JSON.stringify(tokens)).not.toContain('first');
    expect(hashToken('first')).toMatch(/^[0-9a-f]{64}$/);
  });
});
