// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attestationOf } from '../../src/advertised/attest/attestation-of.js';
import { differenceOf } from '../../src/advertised/attest/difference-of.js';
import { restrictView } from '../../src/advertised/attest/restrict-view.js';
import type { CardFacts } from '../../src/advertised/types.js';
import { FrozenMap } from '../../src/core/frozen-map.js';
import type { JsonObject } from '../../src/core/json.js';
import { UNDECLARED } from '../../src/core/undeclared.js';
import { RUNS } from '../support/runs.js';
import { advertiseObject, type Changes, card10, changed, read, refusalOf } from './support/cards.js';
import { SIGNATURES } from './support/model-judge.js';
import {
  advertiseSigned,
  EXTENSION,
  extensions,
  PROFILES,
  scheme,
  skills,
  WITH,
} from './support/signed-cards.js';

// Milliseconds: a deep run makes a hundred times as many cases.
const LONG = 600_000;

describe('the view that counts', () => {
  it('cannot tell [] from absent under a2a-1.0, and can under emitted', () => {
    const card = card10({ ...WITH, capabilities: { streaming: true, extensions: [] } });
    const strict = advertiseSigned(card, 'a2a-1.0', card);
    expect(strict.view.capabilities).toMatchObject({ streaming: true, extensions: UNDECLARED });
    expect(strict.unattested).toEqual(['/capabilities/extensions']);
    expect(attestationOf(strict)).toEqual({
      streaming: { value: true, attestation: 'attested' },
      pushNotifications: { value: UNDECLARED, attestation: 'undeclared' },
      extendedAgentCard: { value: UNDECLARED, attestation: 'undeclared' },
      extensions: { value: UNDECLARED, attestation: 'unattested' },
    });
    const raw = advertiseSigned(card, 'emitted', card);
    expect(raw.view.capabilities.extensions).toEqual([]);
    expect(raw.unattested).toEqual([]);
    expect(attestationOf(raw).extensions).toEqual({ value: [], attestation: 'attested' });
  });

  it('has every declared fact unattested where there is no verified signature', () => {
    const state = advertiseObject(card10({ capabilities: { streaming: false, extensions: null } }));
    expect(attestationOf(state)).toEqual({
      streaming: { value: false, attestation: 'unattested' },
      pushNotifications: { value: UNDECLARED, attestation: 'undeclared' },
      extendedAgentCard: { value: UNDECLARED, attestation: 'undeclared' },
      extensions: { value: UNDECLARED, attestation: 'undeclared' },
    });
  });

  const DEFINED = { securitySchemes: WITH['securitySchemes'], signatures: SIGNATURES };

  it.each([
    ['emitted', UNDECLARED],
    ['a2a-1.0', UNDECLARED],
    ['a2a-sdk', 'unknown'],
    ['a2a-python-legacy', 'unknown'],
  ] as const)('under %s the absence of a requirement is %s', (profile, expected) => {
    const card = card10(DEFINED);
    const { view } = advertiseSigned(card, profile, card);
    expect(view.securityRequirements).toBe(expected);
    expect(view.skills.get('review')?.securityRequirements).toBe(expected);
  });

  it.each(PROFILES)('under %s a card that defines no scheme requires none', (profile) => {
    const card = card10({ signatures: SIGNATURES });
    const { view } = advertiseSigned(card, profile, card);
    expect(view.securityRequirements).toBe(UNDECLARED);
    expect(view.skills.get('review')?.securityRequirements).toBe(UNDECLARED);
  });

  it.each(PROFILES)('under %s a requirement that names every scheme has lost none', (profile) => {
    const schemes = { k: { list: ['a'] }, weak: { list: ['b'] } };
    const card = card10({ ...DEFINED, securityRequirements: [{ schemes }] });
    const { view } = advertiseSigned(card, profile, card);
    const both = new FrozenMap([
      ['k', ['a']],
      ['weak', ['b']],
    ]);
    expect(view.securityRequirements).toEqual([both]);
    expect(view.skills.get('review')?.securityRequirements).toBe(UNDECLARED);
  });

  it.each<readonly [string, readonly string[] | undefined, 'unknown' | typeof UNDECLARED]>([
    ['a pruning profile is accepted too', ['emitted', 'a2a-1.0', 'a2a-sdk'], 'unknown'],
    ['no pruning profile is accepted', ['emitted', 'a2a-1.0'], UNDECLARED],
    ['a profile is accepted that nobody knows', ['emitted', 'brand-new'], 'unknown'],
    ['it is not said which profiles are', undefined, UNDECLARED],
  ])('takes a text that a pruning profile may have written for what it is: %s', (_, profiles, expected) => {
    const card = card10({ ...DEFINED, capabilities: { streaming: true } });
    const { signatures: __, ...payload } = card;
    const judgement = { card: { status: 'verified', profile: 'emitted' }, signatures: [] } as const;
    const accepted = profiles === undefined ? {} : { profiles };
    const state = advertiseObject(card, { judge: () => ({ ...judgement, ...accepted, payload }) });
    expect(state.view.securityRequirements).toBe(expected);
    // What is empty shows that nothing was pruned.
    const hollow = { ...payload, documentationUrl: '' };
    const full = advertiseObject(
      { ...hollow, signatures: SIGNATURES },
      {
        judge: () => ({ ...judgement, ...accepted, payload: hollow }),
      },
    );
    expect(full.view.securityRequirements).toBe(UNDECLARED);
  });

  it('is unknown about security under a profile it does not know', () => {
    const card = card10({ ...WITH, securityRequirements: scheme(['a']) });
    const { signatures: __, ...payload } = card;
    for (const profile of ['brand-new', undefined]) {
      const verdict = { status: 'verified', ...(profile !== undefined && { profile }) } as const;
      const state = advertiseObject(card, { judge: () => ({ card: verdict, signatures: [], payload }) });
      expect(state.view.securityRequirements).toBe('unknown');
    }
  });

  it('adds a requirement that only the emitted skill shows to what the skill inherits', () => {
    const signed = card10({ ...WITH, securityRequirements: scheme(['a']) });
    for (const shown of [[{}], [{ weak: [] }]]) {
      const { view } = advertiseSigned(changed(signed, skills({ security: shown })), 'a2a-1.0', signed);
      const own = view.skills.get('review')?.securityRequirements;
      expect(own).not.toBe(UNDECLARED);
      for (const alternative of own as readonly ReadonlyMap<string, readonly string[]>[])
        expect(alternative.get('k')).toEqual(['a']);
    }
  });

  it('takes a 0.3 requirement that nothing attests as a restriction', () => {
    const signed = card10({ ...WITH, securityRequirements: [{ schemes: { weak: {} } }] });
    const shown = changed(signed, { security: [{ k: ['a'] }] });
    const { view } = advertiseSigned(shown, 'a2a-1.0', signed);
    const both = new FrozenMap<string, readonly string[]>([
      ['weak', []],
      ['k', ['a']],
    ]);
    expect(view.securityRequirements).toEqual([both]);
    const none = advertiseSigned(changed(signed, { security: [] }), 'a2a-1.0', signed);
    expect(none.view.securityRequirements).toEqual([new FrozenMap([['weak', []]])]);
  });

  it('offers a dual-shape card in the attested shape alone', () => {
    const signed = card10(WITH);
    const shown = changed(signed, { url: 'https://evil.example', protocolVersion: '0.3.0' });
    const { view, unattested } = advertiseSigned(shown, 'a2a-1.0', signed);
    expect(view.shape).toBe('1.0');
    expect(view.interfaces.map(({ url }) => url)).toEqual(['https://agent.example/a2a']);
    expect(unattested).toEqual(['/url', '/protocolVersion']);
  });

  it.each([
    [{ supportedVersions: ['2026-07-28'] }],
    [{ discover: { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } } }],
    [{ initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} } } }],
    [{ jsonrpc: '2.0', id: 1, result: { supportedVersions: [], capabilities: {} } }],
  ])('stays with the card whatever makes it look like an MCP document: %j', (changes) => {
    const signed = card10(WITH);
    const state = advertiseSigned(changed(signed, changes), 'a2a-1.0', signed);
    expect([state.view.protocol, state.signature.status]).toEqual(['a2a', 'verified']);
    expect(state.unattested).toEqual(Object.keys(changes).map((name) => `/${name}`));
    expect(advertiseSigned(changed(signed, changes), 'emitted', signed).signature.status).toBe('invalid');
  });

  it('offers no address that the signature does not cover', () => {
    const signed = card10({
      ...WITH,
      supportedInterfaces: undefined,
      url: 'https://agent.example',
      protocolVersion: '0.3.0',
    });
    const state = advertiseSigned(signed, 'a2a-1.0', signed);
    expect(state.view.interfaces).toEqual([]);
    expect(state.findings.map(({ code }) => code)).toContain('card.interfaces-unattested');
  });
});

describe('restrictions of either view', () => {
  const facts = (changes: Changes): CardFacts => read(card10(changes)).facts;
  const both = (attested: Changes, emitted: Changes): CardFacts =>
    restrictView(facts(attested), facts(emitted), () => false);

  it('narrow modes, never widen them', () => {
    const narrowed = both({}, { defaultOutputModes: ['text/plain', 'image/png'] });
    expect(narrowed.defaultOutputModes).toEqual(['text/plain']);
    const skill = both({}, skills({ outputModes: ['text/plain', 'image/png'] })).skills.get('review');
    expect(skill?.outputModes).toEqual(['text/plain']);
    const hollow = both({}, skills({ outputModes: [''] })).skills.get('review');
    expect(hollow?.outputModes).toBe(UNDECLARED);
    const silent = both({ defaultOutputModes: undefined }, skills({ outputModes: ['text/plain'] }));
    expect(silent.skills.get('review')?.outputModes).toBe(UNDECLARED);
    expect(both({ defaultInputModes: undefined }, {}).defaultInputModes).toBe(UNDECLARED);
  });

  it('make an extension required, and refuse one that cannot be granted', () => {
    const required = extensions({ uri: EXTENSION, required: true });
    expect(both(extensions({ uri: EXTENSION }), required).capabilities.extensions).toEqual([
      { uri: EXTENSION, required: true, version: 'v1' },
    ]);
    for (const attested of [{}, { capabilities: { extensions: [] } }, extensions({ uri: 'urn:other' })])
      expect(refusalOf(() => both(attested, required))).toEqual([
        'ADVERTISED_EXTENSION_UNATTESTED',
        '/capabilities/extensions',
      ]);
  });

  it('take a flag back, and a skill', () => {
    const view = both(
      { capabilities: { streaming: true, pushNotifications: true } },
      { capabilities: { streaming: false }, skills: [] },
    );
    expect(view.capabilities).toMatchObject({ streaming: false, pushNotifications: true });
    expect(view.skills.size).toBe(0);
  });
});

describe('what is unattested', () => {
  it.each<readonly [string, JsonObject, JsonObject, readonly string[]]>([
    ['nothing', { a: 1, signatures: [1] }, { a: 1 }, []],
    ['-0 for 0', { a: -0 }, { a: 0 }, []],
    ['a member', { a: 1, b: { c: 1 } }, { a: 1 }, ['/b']],
    ['a value', { a: { b: 'x' } }, { a: { b: true } }, ['/a/b']],
    ['a type', { a: [1] }, { a: { 0: 1 } }, ['/a']],
    ['hollow elements', { a: [{}, 1, '', [[null]], 2] }, { a: [1, 2] }, ['/a/0', '/a/2', '/a/3']],
    ['something inside a kept element', { a: ['', { b: 1, c: 2 }] }, { a: [{ b: 1 }] }, ['/a/0', '/a/1/c']],
    ['an element that is not hollow', { a: [1, 2] }, { a: [1] }, ['/a']],
    ['an element too few', { a: [1] }, { a: [1, 2] }, ['/a']],
    ['a member that only the payload has', { a: { b: 1 } }, { a: { b: 1, c: '' } }, ['/a']],
    ['a nested `signatures`', { a: { signatures: [1] } }, { a: {} }, ['/a/signatures']],
    ['an escaped name', { 'a/b~': 1 }, {}, ['/a~1b~0']],
  ])('%s', (_, emitted, attested, expected) => {
    expect(differenceOf(emitted, attested).pointers).toEqual(expected);
  });

  it(
    'law: no pointer lies inside another one',
    () => {
      fc.assert(
        fc.property(
          fc.dictionary(fc.string(), fc.jsonValue()),
          fc.dictionary(fc.string(), fc.jsonValue()),
          (a, b) => {
            const pointers = differenceOf(a as JsonObject, b as JsonObject).pointers;
            expect(new Set(pointers).size).toBe(pointers.length);
            for (const one of pointers)
              expect(pointers.some((other) => other.startsWith(`${one}/`))).toBe(false);
          },
        ),
        { numRuns: RUNS },
      );
    },
    LONG,
  );
});
