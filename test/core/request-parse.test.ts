// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GovernanceError } from '../../src/core/errors.js';
import { parseRequest } from '../../src/core/request-parse.js';
import { FULL_REQUEST } from '../tsmm/support/requests.js';

const { requester, provider } = FULL_REQUEST;
const BARE = {
  requester: { ref: 'a', authenticated: false },
  provider: { ref: 'b' },
  skill: 's',
  inputModes: ['*/*'],
  outputModes: ['text/*'],
  protocol: { name: 'mcp' },
  scope: 'x',
  effect: { class: 'read' },
};

function refusal(document: unknown): readonly [string, string | undefined] {
  try {
    parseRequest(document);
  } catch (error) {
    if (error instanceof GovernanceError)
      return [error.code.replace('NEGOTIATED_REQUEST_', ''), error.pointer];
    throw error;
  }
  throw new Error('accepted');
}

describe('parseRequest accepts', () => {
  it('a request with every member', () => {
    expect(parseRequest(FULL_REQUEST)).toEqual(FULL_REQUEST);
  });

  it('a request with the required members only, and adds none', () => {
    expect(JSON.stringify(parseRequest(parseRequest(BARE)))).toBe(JSON.stringify(parseRequest(BARE)));
    expect(parseRequest(BARE)).toEqual(BARE);
  });

  it('a member that is undefined as one that is absent', () => {
    expect(parseRequest({ ...BARE, run: undefined, extensions: undefined })).toEqual(BARE);
  });

  it('objects without a prototype', () => {
    const bare = Object.assign(Object.create(null) as object, BARE);
    expect(parseRequest(bare)).toEqual(BARE);
  });

  it('MCP extension identifiers and URIs of any scheme', () => {
    const extensions = [
      { uri: 'io.modelcontextprotocol/ui', required: false },
      { uri: 'urn:example:x', required: true },
    ];
    expect(parseRequest({ ...BARE, extensions }).extensions).toEqual(extensions);
  });
});

describe('parseRequest gives a value of its own', () => {
  it('that is frozen all the way down', () => {
    const seen: unknown[] = [parseRequest(FULL_REQUEST)];
    for (const value of seen) {
      if (typeof value !== 'object' || value === null) continue;
      expect(Object.isFrozen(value)).toBe(true);
      seen.push(...Object.values(value));
    }
    expect(seen.length).toBeGreaterThan(30);
  });

  it('whose members are all its own, so that no prototype answers for an absent one', () => {
    const { requester, provider, protocol, effect, ...members } = parseRequest(BARE);
    expect(Object.hasOwn(members, 'extensions') && Object.hasOwn(members, 'run')).toBe(true);
    for (const name of ['origin', 'tenant', 'workspace', 'attributes'])
      expect(Object.hasOwn(requester, name)).toBe(true);
    expect([provider, protocol, effect].map((part) => Object.keys(part).length)).toEqual([2, 2, 2]);
  });

  it('that later changes of the input do not reach', () => {
    const roles = ['buyer'];
    const parsed = parseRequest({ ...BARE, requester: { ...BARE.requester, attributes: { roles } } });
    roles.push('admin');
    expect(parsed.requester.attributes).toEqual({ roles: ['buyer'] });
  });

  it('that does not depend on the order of the members', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(Object.entries(FULL_REQUEST), { minLength: 12 }), (entries) => {
        const shuffled = parseRequest(Object.fromEntries(entries));
        expect(JSON.stringify(shuffled)).toBe(JSON.stringify(parseRequest(FULL_REQUEST)));
      }),
      { numRuns: 50 },
    );
  });
});

const LONG = 'x'.repeat(2049);

describe('parseRequest refuses', () => {
  it.each<readonly [string, unknown, string, string]>([
    ['a list', [], 'TYPE_WRONG', ''],
    ['null', null, 'TYPE_WRONG', ''],
    ['text', '{}', 'TYPE_WRONG', ''],
    ['a Date', new Date(0), 'TYPE_WRONG', ''],
    ['a Map', new Map(), 'TYPE_WRONG', ''],
    ['an unknown member', { ...BARE, extra: 1 }, 'MEMBER_UNKNOWN', '/extra'],
    ['an unknown member that needs escapes', { ...BARE, 'a/b~': 1 }, 'MEMBER_UNKNOWN', '/a~1b~0'],
    [
      'an unknown member inside',
      { ...BARE, effect: { class: 'a', danger: 1 } },
      'MEMBER_UNKNOWN',
      '/effect/danger',
    ],
    ['a member `__proto__`', JSON.parse('{"__proto__":{}}'), 'MEMBER_UNKNOWN', '/__proto__'],
    ['no members', {}, 'MEMBER_MISSING', '/requester'],
    ['inherited members', Object.create(BARE), 'TYPE_WRONG', ''],
    ['no provider reference', { ...BARE, provider: {} }, 'MEMBER_MISSING', '/provider/ref'],
    [
      'no word on authentication',
      { ...BARE, requester: { ref: 'a' } },
      'MEMBER_MISSING',
      '/requester/authenticated',
    ],
    [
      'authentication by a text',
      { ...BARE, requester: { ref: 'a', authenticated: 'true' } },
      'TYPE_WRONG',
      '/requester/authenticated',
    ],
    ['null for an optional member', { ...BARE, run: null }, 'TYPE_WRONG', '/run'],
    ['a boxed string', { ...BARE, skill: new String('s') }, 'TYPE_WRONG', '/skill'],
    ['modes that are no list', { ...BARE, inputModes: 'text/plain' }, 'TYPE_WRONG', '/inputModes'],
    ['a hole in a list', { ...BARE, inputModes: new Array(1) }, 'TYPE_WRONG', '/inputModes/0'],
    ['an unknown protocol', { ...BARE, protocol: { name: 'acp' } }, 'VALUE_UNKNOWN', '/protocol/name'],
    ['an unknown direction', { ...BARE, direction: 'both' }, 'VALUE_UNKNOWN', '/direction'],
    ['an empty scope', { ...BARE, scope: '' }, 'TEXT_EMPTY', '/scope'],
    ['a long skill', { ...BARE, skill: LONG }, 'TEXT_TOO_LONG', '/skill'],
    ['half a surrogate pair', { ...BARE, skill: 'a\ud800' }, 'TEXT_NOT_UNICODE', '/skill'],
    ['no input mode', { ...BARE, inputModes: [] }, 'LIST_EMPTY', '/inputModes'],
    [
      'too many output modes',
      { ...BARE, outputModes: Array.from({ length: 65 }, (_, index) => `a/b${index}`) },
      'LIST_TOO_LONG',
      '/outputModes',
    ],
    ['a mode that is none', { ...BARE, outputModes: ['a/b', 'text'] }, 'MODE_MALFORMED', '/outputModes/1'],
    [
      'a wildcard type with a subtype',
      { ...BARE, inputModes: ['*/json'] },
      'MODE_MALFORMED',
      '/inputModes/0',
    ],
    ['a mode with a broken parameter', { ...BARE, inputModes: ['a/b;c'] }, 'MODE_MALFORMED', '/inputModes/0'],
    ['a mode twice', { ...BARE, inputModes: ['a/b', 'c/d', 'a/b'] }, 'MODE_DUPLICATE', '/inputModes/2'],
    [
      'an extension that is no URI',
      { ...BARE, extensions: [{ uri: 'traceability', required: true }] },
      'EXTENSION_MALFORMED',
      '/extensions/0/uri',
    ],
    [
      'an extension in two versions',
      {
        ...BARE,
        extensions: [
          { uri: 'urn:e:1', version: '1', required: true },
          { uri: 'urn:e:1', version: '2', required: true },
        ],
      },
      'EXTENSION_DUPLICATE',
      '/extensions/1',
    ],
    [
      'an origin with a path',
      { ...BARE, provider: { ref: 'b', origin: 'https://b.example/x' } },
      'ORIGIN_MALFORMED',
      '/provider/origin',
    ],
    [
      'an origin with its default port',
      { ...BARE, requester: { ...requester, origin: 'https://b.example:443' } },
      'ORIGIN_MALFORMED',
      '/requester/origin',
    ],
    [
      'a requester that is the provider',
      { ...BARE, requester: { ...requester, ref: provider.ref }, provider },
      'SELF',
      '/provider/ref',
    ],
  ])('%s', (_name, document, code, pointer) => {
    expect(refusal(document)).toEqual([code, pointer]);
  });

  const loop: Record<string, unknown> = {};
  loop['self'] = loop;
  it.each<readonly [string, unknown, string, string]>([
    ['a list for attributes', [], 'TYPE_WRONG', ''],
    ['undefined inside', { a: [undefined] }, 'TYPE_WRONG', '/a/0'],
    ['a function', { a: { b() {} } }, 'TYPE_WRONG', '/a/b'],
    ['a big integer', { a: 1n }, 'TYPE_WRONG', '/a'],
    ['a symbol', { a: Symbol('a') }, 'TYPE_WRONG', '/a'],
    ['not a number', { a: Number.NaN }, 'TYPE_WRONG', '/a'],
    ['infinity', { a: -Infinity }, 'TYPE_WRONG', '/a'],
    ['a Date', { a: new Date(0) }, 'TYPE_WRONG', '/a'],
    ['a loop', { a: loop }, 'ATTRIBUTE_TOO_DEEP', '/a/self/self/self/self'],
    ['a fifth level', { a: [[[[[]]]]] }, 'ATTRIBUTE_TOO_DEEP', '/a/0/0/0/0'],
    ['`__proto__`', JSON.parse('{"a":{"__proto__":1}}'), 'ATTRIBUTE_NAME', '/a/__proto__'],
    ['an empty name', { '': 1 }, 'TEXT_EMPTY', '/'],
    ['half a pair in a name', { '\udc00': 1 }, 'TEXT_NOT_UNICODE', '/\udc00'],
    ['half a pair in a text', { a: ['\udc00'] }, 'TEXT_NOT_UNICODE', '/a/0'],
    ['a long text', { a: LONG }, 'TEXT_TOO_LONG', '/a'],
    ['a long list', { a: new Array(257).fill(0) }, 'LIST_TOO_LONG', '/a'],
  ])('an attribute: %s', (_name, attributes, code, pointer) => {
    const document = { ...BARE, requester: { ...BARE.requester, attributes } };
    expect(refusal(document)).toEqual([code, `/requester/attributes${pointer}`]);
  });

  it('a mode that is made to make the pattern backtrack, at once', () => {
    const hostile = `a/b${'; a="\\"'.repeat(250)}`;
    expect(refusal({ ...BARE, inputModes: [hostile] })[0]).toBe('MODE_MALFORMED');
    expect(refusal({ ...BARE, inputModes: [`a/b${' '.repeat(2000)}x`] })[0]).toBe('MODE_MALFORMED');
    const origin = `https://${'a'.repeat(2000)}:443/`;
    expect(refusal({ ...BARE, provider: { ref: 'b', origin } })[0]).toBe('ORIGIN_MALFORMED');
  });
});
