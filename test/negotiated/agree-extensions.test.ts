// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CardExtension } from '../../src/advertised/types.js';
import type { RequestedExtension } from '../../src/core/request.js';
import { UNDECLARED } from '../../src/core/undeclared.js';
import { agreeExtensions } from '../../src/negotiated/internal/agree-extensions.js';
import type { ExtensionTerms } from '../../src/negotiated/types.js';
import { cardExtensions } from '../support/generate.js';
import { RUNS } from '../support/runs.js';

const A = 'https://e.example/a';
const B = 'https://e.example/b';
const asked = (uri: string, required = false, version?: string): RequestedExtension =>
  version === undefined ? { uri, required } : { uri, version, required };
const offer = (uri: string, more: Partial<CardExtension> = {}): CardExtension => ({
  uri,
  required: false,
  ...more,
});
const codes = ({ accepted, rejected }: ExtensionTerms): readonly string[] =>
  [...accepted, ...rejected].map((term) => term.code);

describe('agreeExtensions accepts', () => {
  it.each<readonly [string, RequestedExtension, CardExtension]>([
    ['an optional one', asked(A), offer(A)],
    ['a required one', asked(A, true), offer(A)],
    ['one that the provider requires too', asked(A), offer(A, { required: true })],
    ['one in the version that the provider names', asked(A, true, '2'), offer(A, { version: '2' })],
    ['one in any version where the provider names none', asked(A, true, '2'), offer(A)],
    ['one without a version where the provider names one', asked(A), offer(A, { version: '2' })],
  ])('%s', (_, requested, offered) => {
    const terms = agreeExtensions([requested], [offered]);
    expect(terms).toEqual({
      accepted: [{ ...requested, code: 'accepted', reason: 'Advertised by provider.' }],
      rejected: [],
      missing: [],
      providerRequired: [],
      state: 'declared',
    });
  });

  it('with the reason that the provider gives, where it is short plain text', () => {
    const reason = (description: string): unknown =>
      agreeExtensions([asked(A)], [offer(A, { description })]).accepted[0]?.reason;
    expect(reason('Traces each step.')).toBe('Traces each step.');
    for (const odd of ['', 'two\nlines', 'a\u0000', 'a\u202e\u2066', 'x'.repeat(201)])
      expect(reason(odd)).toBe('Advertised by provider.');
  });
});

describe('agreeExtensions rejects', () => {
  it.each<readonly [string, RequestedExtension, readonly CardExtension[] | typeof UNDECLARED, string]>([
    ['where nothing is declared', asked(A), UNDECLARED, 'NEGOTIATED_EXTENSIONS_UNDECLARED'],
    ['where none is declared', asked(A), [], 'NEGOTIATED_EXTENSION_NOT_ADVERTISED'],
    ['another URI', asked(A), [offer(B)], 'NEGOTIATED_EXTENSION_NOT_ADVERTISED'],
    ['a URI in other case', asked(A), [offer(A.toUpperCase())], 'NEGOTIATED_EXTENSION_NOT_ADVERTISED'],
    ['a URI with a slash more', asked(A), [offer(`${A}/`)], 'NEGOTIATED_EXTENSION_NOT_ADVERTISED'],
    ['a URI that is a part', asked(`${A}/v1`), [offer(A)], 'NEGOTIATED_EXTENSION_NOT_ADVERTISED'],
    ['another version', asked(A, false, '1'), [offer(A, { version: '2' })], 'NEGOTIATED_EXTENSION_VERSION'],
    [
      'another version of the URI',
      asked(`${A}/v1`, false, '2.0'),
      [offer(`${A}/v1`, { version: 'v1' })],
      'NEGOTIATED_EXTENSION_VERSION',
    ],
    ['a name of every object', asked('constructor'), [offer(A)], 'NEGOTIATED_EXTENSION_NOT_ADVERTISED'],
  ])('%s', (_, requested, offered, code) => {
    const optional = agreeExtensions([requested], offered);
    expect(codes(optional)).toEqual([code]);
    expect(optional).toMatchObject({ accepted: [], missing: [], providerRequired: [] });
    const required = agreeExtensions([{ ...requested, required: true }], offered);
    expect(required).toMatchObject({ accepted: [], missing: [requested.uri], providerRequired: [] });
    expect(required.rejected[0]?.reason).toMatch(/\.$/);
  });
});

describe('what the provider requires', () => {
  it('and was not requested is missing', () => {
    const terms = agreeExtensions([asked(B)], [offer(A, { required: true }), offer(B)]);
    expect(terms).toMatchObject({ missing: [A], providerRequired: [A] });
    expect(codes(terms)).toEqual(['accepted']);
  });

  // An acceptance would be one that no invocation could keep: active it is outside the contract, inactive it is missing.
  it('and was requested in another version is rejected and missing, once', () => {
    const offered = [offer(A, { required: true, version: '1' })];
    const optional = agreeExtensions([asked(A, false, '2')], offered);
    expect(codes(optional)).toEqual(['NEGOTIATED_EXTENSION_VERSION']);
    expect(optional).toMatchObject({ missing: [A], providerRequired: [A] });
    expect(agreeExtensions([asked(A, true, '2')], offered)).toMatchObject({
      missing: [A],
      providerRequired: [],
    });
  });
});

describe('UNDECLARED and an empty list are two states', () => {
  it.each<readonly [string, readonly CardExtension[] | typeof UNDECLARED, string]>([
    ['UNDECLARED', UNDECLARED, 'undeclared'],
    ['`[]`', [], 'declared'],
  ])('%s', (_, offered, state) => {
    expect(agreeExtensions([], offered)).toEqual({
      accepted: [],
      rejected: [],
      missing: [],
      providerRequired: [],
      state,
    });
  });
});

describe('laws of extensions', () => {
  const requests = fc.uniqueArray(
    fc.record(
      {
        uri: fc.constantFrom(A, B, 'https://e.example/a/v1', 'urn:x:d'),
        required: fc.boolean(),
        version: fc.constantFrom('1', '1.0.0', 'v1'),
      },
      { requiredKeys: ['uri', 'required'] },
    ),
    { selector: ({ uri }) => uri },
  );

  it('every requested one is decided once, nothing else is, and every missing one is explained', () => {
    fc.assert(
      fc.property(requests, cardExtensions, (requested, offered) => {
        const terms = agreeExtensions(requested, offered);
        const decided = [...terms.accepted, ...terms.rejected];
        expect(decided.map((term) => term.uri).toSorted()).toEqual(
          requested.map(({ uri }) => uri).toSorted(),
        );
        const offers = typeof offered === 'symbol' ? [] : offered;
        const requiredByRequester = terms.rejected.filter((term) => term.required).map((term) => term.uri);
        const requiredByProvider = offers
          .filter((one) => one.required && !terms.accepted.some(({ uri }) => uri === one.uri))
          .filter((one) => !requiredByRequester.includes(one.uri))
          .map((one) => one.uri);
        expect(terms.missing).toEqual([...requiredByRequester, ...requiredByProvider]);
        expect(terms.providerRequired).toEqual(requiredByProvider);
        expect(new Set(terms.missing).size).toBe(terms.missing.length);
      }),
      { numRuns: RUNS },
    );
  });
});
