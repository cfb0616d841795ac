// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conjoinSecurity } from '../../src/advertised/internal/conjoin-security.js';
import type { SecurityRequirement, SecurityRequirements } from '../../src/advertised/types.js';
import { FrozenMap } from '../../src/core/frozen-map.js';
import type { Json } from '../../src/core/json.js';
import { isDeclared, UNDECLARED } from '../../src/core/undeclared.js';
import { RUNS } from '../support/runs.js';
import { card03, card10, findingsOf, read, skillWith } from './support/cards.js';

// Milliseconds: a deep run makes a hundred times as many cases.
const LONG = 600_000;

const KEY = { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } };

describe('security requirements of a 1.0 card', () => {
  it.each([
    ['absent', undefined, UNDECLARED],
    ['null', null, UNDECLARED],
    ['none', [], []],
    ['one', [{ schemes: { k: { list: ['a', 'a', 'b'] } } }], [[['k', ['a', 'b']]]]],
    ['scope-less', [{ schemes: { k: {} } }], [[['k', []]]]],
    ['anonymous', [{}, { schemes: {} }], [[], []]],
    [
      'two schemes at once',
      [{ schemes: { k: {}, l: {} } }],
      [
        [
          ['k', []],
          ['l', []],
        ],
      ],
    ],
    ['no list', { schemes: {} }, 'unknown'],
    ['a string', 'k', 'unknown'],
    ['a string in it', ['k'], 'unknown'],
    ['the 0.3 form', [{ k: ['a'] }], 'unknown'],
    ['both forms', [{ schemes: {}, k: [] }], 'unknown'],
    ['unwrapped scopes', [{ schemes: { k: ['a'] } }], 'unknown'],
    ['scopes that are no strings', [{ schemes: { k: { list: [1] } } }], 'unknown'],
    ['schemes that are no object', [{ schemes: [] }], 'unknown'],
    ['an unknown member beside the list', [{ schemes: { k: { list: [], x: 1 } } }], 'unknown'],
    ['one readable, one not', [{ schemes: { k: {} } }, 7], 'unknown'],
  ])('%s', (_, securityRequirements, expected) => {
    const { facts } = read(
      card10({
        securityRequirements: securityRequirements as Json | undefined,
        securitySchemes: { k: KEY, l: KEY },
      }),
    );
    const value = facts.securityRequirements;
    const plain = isDeclared(value) && value !== 'unknown' ? value.map((one) => [...one]) : value;
    expect(plain).toEqual(expected);
  });

  it('has a code for each way to be unreadable', () => {
    const securitySchemes = { k: KEY };
    expect(findingsOf(read(card10({ securitySchemes, securityRequirements: [{ k: ['a'] }, 7] })))).toEqual([
      'card.security-unwrapped /securityRequirements/0',
      'card.security-malformed /securityRequirements/1',
    ]);
  });

  it('counts a 0.3 `security` as a restriction, alone and beside the 1.0 member', () => {
    const securitySchemes = { k: KEY, l: KEY };
    const alone = read(card10({ securitySchemes, security: [{ k: ['a'] }] }));
    expect(alone.facts.securityRequirements).toEqual([new FrozenMap([['k', ['a']]])]);
    expect(findingsOf(alone)).toEqual(['card.legacy-security /security']);
    const both = read(
      card10({ securitySchemes, security: [{ k: [] }], securityRequirements: [{ schemes: { l: {} } }, {}] }),
    );
    expect(both.facts.securityRequirements).toEqual([new FrozenMap([['k', []]])]);
    const lost = read(card10({ securitySchemes, security: { k: [] }, securityRequirements: [] }));
    expect(lost.facts.securityRequirements).toBe('unknown');
    const skill = read(card10({ securitySchemes, skills: [skillWith({ security: [{ k: [] }] })] }));
    expect(skill.facts.skills.get('review')?.securityRequirements).toEqual([new FrozenMap([['k', []]])]);
    expect(findingsOf(skill)).toEqual(['card.legacy-security /skills/0/security']);
  });

  it('counts a 0.2 `authentication` as a requirement nobody can read', () => {
    expect(read(card10({ authentication: { schemes: ['bearer'] } })).facts.securityRequirements).toBe(
      'unknown',
    );
    const reading = read(
      card03({
        authentication: { schemes: ['bearer'] },
        security: [{ k: [] }],
        securitySchemes: { k: { type: 'http' } },
      }),
    );
    expect(reading.facts.securityRequirements).toEqual([new FrozenMap([['k', []]])]);
    expect(findingsOf(reading)).toEqual(['card.legacy-security /authentication']);
  });

  it('tells of schemes that are named and not defined', () => {
    expect(
      findingsOf(read(card10({ securityRequirements: [{ schemes: { k: {}, toString: {} } }] }))),
    ).toEqual(['card.scheme-undefined ', 'card.scheme-undefined ']);
  });
});

describe('security schemes', () => {
  it.each([
    ['the instance form', { scheme: { $case: 'apiKeySecurityScheme', value: {} } }, 'card.instance-form'],
    [
      'flows in the instance form',
      { oauth2SecurityScheme: { flows: { flow: { $case: 'clientCredentials', value: {} } } } },
      'card.instance-form',
    ],
    ['the 0.3 form', { type: 'apiKey', in: 'header', name: 'X' }, 'card.scheme-unwrapped'],
    ['two variants', { ...KEY, mtlsSecurityScheme: {} }, 'card.scheme-malformed'],
    ['no variant', {}, 'card.scheme-malformed'],
    ['a variant that is no object', { apiKeySecurityScheme: true }, 'card.scheme-malformed'],
    ['null', null, 'card.scheme-malformed'],
  ])('1.0: %s', (_, scheme, code) => {
    expect(findingsOf(read(card10({ securitySchemes: { k: scheme } })))).toEqual([
      `${code} /securitySchemes/k`,
    ]);
  });

  it.each([
    ['the 1.0 form', KEY, 'card.scheme-malformed'],
    ['an unknown type', { type: 'none' }, 'card.scheme-malformed'],
    ['the instance form', { scheme: { $case: 'x', value: {} } }, 'card.instance-form'],
    ['a string', 'bearer', 'card.scheme-malformed'],
  ])('0.3: %s', (_, scheme, code) => {
    expect(findingsOf(read(card03({ securitySchemes: { k: scheme } })))).toEqual([
      `${code} /securitySchemes/k`,
    ]);
  });
});

const scopes = fc.uniqueArray(fc.constantFrom('r', 'w'), { maxLength: 2 });
const requirement: fc.Arbitrary<SecurityRequirement> = fc
  .dictionary(fc.constantFrom('a', 'b', 'c'), scopes, { maxKeys: 3 })
  .map((object) => new Map(Object.entries(object)));
const requirements: fc.Arbitrary<readonly SecurityRequirement[]> = fc.array(requirement, { maxLength: 4 });

/** Whether a set of held credentials (`scheme` or `scheme:scope`) meets requirements. */
function meets(held: ReadonlySet<string>, asked: SecurityRequirements): boolean {
  if (!isDeclared(asked) || asked === 'unknown' || asked.length === 0) return true;
  return asked.some((one) =>
    [...one].every(
      ([scheme, list]) => held.has(scheme) && list.every((scope) => held.has(`${scheme}:${scope}`)),
    ),
  );
}

describe('two requirements at once', () => {
  it(
    'law: exactly what meets both meets their conjunction',
    () => {
      const held = fc
        .subarray(['a', 'b', 'c', 'a:r', 'a:w', 'b:r', 'b:w', 'c:r', 'c:w'])
        .map((list) => new Set(list));
      fc.assert(
        fc.property(requirements, requirements, held, (left, right, credentials) => {
          const both = conjoinSecurity(left, right);
          expect(both).not.toBe('unknown');
          expect(meets(credentials, both)).toBe(meets(credentials, left) && meets(credentials, right));
        }),
        { numRuns: RUNS },
      );
    },
    LONG,
  );

  it(
    'law: twice the same is the same, without what is redundant',
    () => {
      fc.assert(
        fc.property(requirements, (list) => {
          const once = conjoinSecurity(list, list);
          expect(conjoinSecurity(once, once)).toEqual(once);
        }),
        { numRuns: RUNS },
      );
    },
    LONG,
  );

  it('is unknown where one is unknown, or where the product has no end', () => {
    const many = Array.from({ length: 65 }, (_, index) => new Map([[`s${index}`, []]]));
    expect(conjoinSecurity('unknown', [])).toBe('unknown');
    expect(conjoinSecurity(UNDECLARED, 'unknown')).toBe('unknown');
    expect(conjoinSecurity(many, [new Map([['k', []]])])).toBe('unknown');
    expect(conjoinSecurity(many, many)).toBe('unknown');
    expect(conjoinSecurity(UNDECLARED, UNDECLARED)).toBe(UNDECLARED);
    expect(conjoinSecurity(UNDECLARED, [])).toEqual([]);
    expect(conjoinSecurity([], UNDECLARED)).toEqual([]);
  });
});
