// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import {
  CANONICALIZERS,
  canonicalizeUnder,
  type ProfileName,
} from '../../../src/advertised/profiles/profiles.js';
import { GovernanceError } from '../../../src/core/errors.js';
import type { Json, JsonObject } from '../../../src/core/json.js';

function refusalOf(profile: ProfileName, card: JsonObject): readonly [string, string | undefined] | string {
  try {
    return CANONICALIZERS[profile](card);
  } catch (error) {
    if (error instanceof GovernanceError) return [error.code, error.pointer];
    throw error;
  }
}

const scheme = (value: Json): JsonObject => ({ securitySchemes: { k: value } });

const BOTH: readonly (readonly [string, JsonObject, string])[] = [
  ['a list for an object', { capabilities: [] }, '/capabilities'],
  ['an object for a list', { skills: {} }, '/skills'],
  ['an object for text', { name: {} }, '/name'],
  ['a list for text', { name: ['x'] }, '/name'],
  ['a list for a map', { securitySchemes: [] }, '/securitySchemes'],
  ['null in a list of text', { defaultInputModes: ['a', null] }, '/defaultInputModes/1'],
  ['null in a list of messages', { skills: [null] }, '/skills/0'],
  ['text in a list of messages', { skills: ['s'] }, '/skills/0'],
  ['null in a map', scheme(null), '/securitySchemes/k'],
  ['an object for a bool', { capabilities: { streaming: {} } }, '/capabilities/streaming'],
  [
    'a list for a Struct',
    { capabilities: { extensions: [{ params: [] }] } },
    '/capabilities/extensions/0/params',
  ],
  [
    'text for a Struct',
    { capabilities: { extensions: [{ params: 'x' }] } },
    '/capabilities/extensions/0/params',
  ],
  ['a field under both names', { defaultInputModes: [], default_input_modes: [] }, '/default_input_modes'],
  ['a field under both names, one null', { iconUrl: null, icon_url: 'https://x.example' }, '/icon_url'],
  [
    'two variants of a scheme',
    scheme({ mtlsSecurityScheme: {}, httpAuthSecurityScheme: { scheme: 'bearer' } }),
    '/securitySchemes/k/httpAuthSecurityScheme',
  ],
  ['a pointer with escapes', { securitySchemes: { 'a/b~c': 1 } }, '/securitySchemes/a~1b~0c'],
];

describe.each(BOTH)('%s has no canonical form', (_name, card, at) => {
  it.each(['a2a-1.0', 'a2a-sdk', 'a2a-python-legacy'] as const)('%s', (profile) => {
    expect(refusalOf(profile, card)).toEqual(['ADVERTISED_PROFILE_INAPPLICABLE', at]);
  });
  it('emitted takes it as it is', () => {
    expect(typeof refusalOf('emitted', card)).toBe('string');
  });
});

const STRICT: readonly (readonly [string, JsonObject, string, string])[] = [
  [
    '0 for a bool',
    { capabilities: { streaming: 0 } },
    '/capabilities/streaming',
    '{"capabilities":{"streaming":false}}',
  ],
  [
    'text for a bool',
    { capabilities: { streaming: 'x' } },
    '/capabilities/streaming',
    '{"capabilities":{"streaming":true}}',
  ],
  ['a number for text', { name: 5 }, '/name', '{"name":"5"}'],
  ['null for a REQUIRED field', { name: null }, '/name', '{}'],
  ['null for REQUIRED capabilities', { capabilities: null }, '/capabilities', '{}'],
  [
    'a snake_case name alone',
    { default_input_modes: ['a'] },
    '/default_input_modes',
    '{"defaultInputModes":["a"]}',
  ],
];

describe.each(STRICT)('%s', (_name, card, at, sdkText) => {
  it('has no canonical form under a2a-1.0', () => {
    expect(refusalOf('a2a-1.0', card)).toEqual(['ADVERTISED_PROFILE_INAPPLICABLE', at]);
  });
  it('is coerced under a2a-sdk, as a2a-js does', () => {
    expect(refusalOf('a2a-sdk', card)).toBe(sdkText);
  });
});

describe('what no profile takes', () => {
  it.each(['emitted', 'a2a-1.0', 'a2a-sdk', 'a2a-python-legacy'] as const)(
    'a lone surrogate: %s',
    (profile) => {
      expect(refusalOf(profile, { name: '\ud800' })).toEqual(['ADVERTISED_PROFILE_INAPPLICABLE', '']);
    },
  );
  it('a number that is not finite', () => {
    const card = { capabilities: { extensions: [{ params: { n: Number.POSITIVE_INFINITY } }] } };
    for (const profile of ['emitted', 'a2a-1.0', 'a2a-python-legacy'] as const) {
      expect(refusalOf(profile, card)).toEqual(['ADVERTISED_PROFILE_INAPPLICABLE', '']);
    }
  });
  it('a profile without a canonicalizer', () => {
    expect(() => canonicalizeUnder('toString', {})).toThrow(
      expect.objectContaining({ code: 'ADVERTISED_PROFILE_UNKNOWN' }),
    );
  });
});

describe('member names from outside', () => {
  it('signs `__proto__` like any other member', () => {
    const card = JSON.parse(
      '{"__proto__":{"a":1},"securitySchemes":{"__proto__":{"mtlsSecurityScheme":{"description":"d"}}}}',
    );
    expect(CANONICALIZERS.emitted(card)).toBe(
      '{"__proto__":{"a":1},"securitySchemes":{"__proto__":{"mtlsSecurityScheme":{"description":"d"}}}}',
    );
    for (const profile of ['a2a-1.0', 'a2a-sdk', 'a2a-python-legacy'] as const) {
      expect(CANONICALIZERS[profile](card)).toBe(
        '{"securitySchemes":{"__proto__":{"mtlsSecurityScheme":{"description":"d"}}}}',
      );
    }
    expect(Object.hasOwn(Object.prototype, 'a')).toBe(false);
  });
  it('knows no field by an inherited name', () => {
    expect(CANONICALIZERS['a2a-1.0']({ toString: 'x', constructor: {}, hasOwnProperty: 1 })).toBe('{}');
  });
});
