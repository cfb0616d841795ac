// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it, vi } from 'vitest';
import { advertise } from '../../src/advertised/advertise.js';
import { AdvertisedCapability, type SignatureJudgement } from '../../src/advertised/types.js';
import { digestBytes } from '../../src/core/digest.js';
import { fault } from '../../src/core/errors.js';
import type { Json } from '../../src/core/json.js';
import { parseStrict } from '../../src/core/json-strict/parse-strict.js';
import { createIssuer, LayerState } from '../../src/core/state.js';
import { advertiseObject, card10, findingsOf, ISSUER, refusalOf } from './support/cards.js';

const SIGNATURES = [{ protected: 'e30', signature: 'AA' }];
const signed = card10({ signatures: SIGNATURES });
const INVALID: SignatureJudgement = {
  card: { status: 'invalid', code: 'X' },
  signatures: [{ status: 'invalid' }],
};

describe('advertise', () => {
  it('issues a state with the digest of the bytes as they came', () => {
    const bytes = new TextEncoder().encode(`  ${JSON.stringify(card10())}\n`);
    const state = advertise(bytes, { issuer: ISSUER, now: 0 });
    expect(state).toBeInstanceOf(AdvertisedCapability);
    expect(state.layer).toBe('advertised');
    expect(state.digest).toBe(digestBytes(bytes));
    expect(state.emitted).toEqual(card10());
    expect(() => LayerState.verify(state, 'advertised', ISSUER)).not.toThrow();
  });

  it('issues a state that cannot be changed, copied or taken over', () => {
    const state = advertiseObject(card10());
    for (const part of [
      state,
      state.emitted,
      state.view,
      state.signature,
      state.signatures,
      state.findings,
      state.unattested,
    ])
      expect(Object.isFrozen(part)).toBe(true);
    expect(refusalOf(() => LayerState.verify({ ...state }, 'advertised', ISSUER))?.[0]).toBe(
      'CORE_STATE_FORGED',
    );
    expect(refusalOf(() => LayerState.verify(state, 'advertised', createIssuer()))?.[0]).toBe(
      'CORE_STATE_FORGED',
    );
  });

  it.each([
    ['{"name":"a","name":"b"}', 'ADVERTISED_JSON_DUPLICATE_KEY', '/name'],
    ['[]', 'ADVERTISED_JSON_NOT_AN_OBJECT', ''],
    ['', 'ADVERTISED_JSON_MALFORMED', ''],
    ['{}', 'ADVERTISED_NOT_A_CARD', ''],
    [
      '{"capabilities":{"extensions":[{"required":true}]},"name":"x","signatures":[]}',
      'ADVERTISED_EXTENSION_UNREADABLE',
      '/capabilities/extensions/0',
    ],
  ])('refuses %s', (text, code, pointer) => {
    const bytes = new TextEncoder().encode(text);
    expect(refusalOf(() => advertise(bytes, { issuer: ISSUER, now: 0 }))).toEqual([code, pointer]);
  });

  it('takes what the caller already made of the bytes', () => {
    const bytes = new TextEncoder().encode(JSON.stringify(card10()));
    const known = { digest: digestBytes(bytes), emitted: parseStrict(bytes) };
    const state = advertise(bytes, { issuer: ISSUER, now: 0 }, known);
    expect(state.emitted).toBe(known.emitted);
    expect(state).toEqual(advertise(bytes, { issuer: ISSUER, now: 0 }));
  });

  it('holds to the limits it is given', () => {
    expect(refusalOf(() => advertiseObject(card10(), { limits: { maxBytes: 10 } }))?.[0]).toBe(
      'ADVERTISED_JSON_TOO_LARGE',
    );
    expect(refusalOf(() => advertiseObject(card10(), { limits: { maxDepth: 2 } }))?.[0]).toBe(
      'ADVERTISED_JSON_TOO_DEEP',
    );
  });
});

describe('signatures', () => {
  it.each([
    ['absent', undefined, 'unsigned', undefined],
    ['an empty list', [], 'unsigned', undefined],
    ['null', null, 'invalid', 'ADVERTISED_SIGNATURES_TYPE'],
    ['an object', SIGNATURES[0], 'invalid', 'ADVERTISED_SIGNATURES_TYPE'],
    ['a string', 'x', 'invalid', 'ADVERTISED_SIGNATURES_TYPE'],
    ['false', false, 'invalid', 'ADVERTISED_SIGNATURES_TYPE'],
    ['there, and nobody to judge', SIGNATURES, 'untrusted', 'ADVERTISED_SIGNATURE_NOT_CHECKED'],
  ])('%s', (_, signatures, status, code) => {
    const judge = vi.fn(() => INVALID);
    const card = card10({ signatures: signatures as Json | undefined });
    expect(advertiseObject(card).signature).toEqual(code === undefined ? { status } : { status, code });
    // With a judge, nothing but a list with entries reaches it.
    expect(advertiseObject(card, { judge }).signature.status).toBe(
      status === 'untrusted' ? 'invalid' : status,
    );
    expect(judge).toHaveBeenCalledTimes(status === 'untrusted' ? 1 : 0);
  });

  it('passes on what the judge says, and the time', () => {
    const judge = vi.fn(() => INVALID);
    const state = advertiseObject(signed, { judge, now: 7 });
    expect(judge).toHaveBeenCalledWith(signed, 7);
    expect(state.signature).toEqual(INVALID.card);
    expect(state.signatures).toEqual(INVALID.signatures);
  });

  it('attests nothing without a verified signature, and reads the emitted document', () => {
    for (const status of ['untrusted', 'invalid'] as const) {
      const state = advertiseObject(signed, { judge: () => ({ card: { status }, signatures: [] }) });
      expect(state.unattested).toEqual(['']);
      expect(state.view.protocolVersions).toEqual(['1.0']);
    }
    expect(advertiseObject(card10()).unattested).toEqual(['']);
  });

  it.each([
    ['verified without a payload', { card: { status: 'verified' }, signatures: [] }],
    ['a payload without verified', { card: { status: 'untrusted' }, signatures: [], payload: card10() }],
    ['unsigned', { card: { status: 'unsigned' }, signatures: [] }],
  ] as const)('takes no answer from a judge that contradicts itself: %s', (_, judgement) => {
    expect(refusalOf(() => advertiseObject(signed, { judge: () => judgement }))?.[0]).toBe(
      'CORE_ENGINE_FAULT',
    );
  });

  it('turns a judge that fails into a fault', () => {
    const fail = (error: Error) => () => {
      throw error;
    };
    expect(refusalOf(() => advertiseObject(signed, { judge: fail(new RangeError()) }))?.[0]).toBe(
      'CORE_ENGINE_FAULT',
    );
    const known = fault('ADVERTISED_PROFILE_UNKNOWN');
    expect(refusalOf(() => advertiseObject(signed, { judge: fail(known) }))?.[0]).toBe(
      'ADVERTISED_PROFILE_UNKNOWN',
    );
  });

  it('never asks for those of an MCP document', () => {
    const judge = vi.fn(() => INVALID);
    const document = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      serverInfo: {},
      signatures: SIGNATURES,
    };
    expect(advertiseObject(document, { judge }).signature).toEqual({ status: 'unsigned' });
    expect(judge).not.toHaveBeenCalled();
  });
});

describe('fields that are required and have no default', () => {
  const requiredFields = ['/capabilities/extensions', '/skills/0/inputModes'];
  const whole = card10({
    signatures: SIGNATURES,
    capabilities: { extensions: [] },
    skills: [{ id: 'a', name: 'A', description: 'a', tags: [], inputModes: [] }],
  });

  it('let a card pass that has them, be they empty', () => {
    expect(advertiseObject(whole, { requiredFields }).signature.status).toBe('untrusted');
  });

  it.each([
    ['absent', { capabilities: {} }, '/capabilities/extensions'],
    ['null', { capabilities: { extensions: null } }, '/capabilities/extensions'],
    ['the parent is absent', { capabilities: undefined }, '/capabilities/extensions'],
    ['the parent is no object', { capabilities: 'x' }, '/capabilities/extensions'],
    ['the list is too short', { skills: [] }, '/skills/0/inputModes'],
    ['the list is an object', { skills: { '00': {} } }, '/skills/0/inputModes'],
  ])('refuse before any signature is judged: %s', (_, changes, pointer) => {
    const judge = vi.fn(() => INVALID);
    const card = { ...whole, ...changes } as typeof whole;
    expect(refusalOf(() => advertiseObject(card, { requiredFields, judge }))).toEqual([
      'ADVERTISED_REQUIRED_FIELD_ABSENT',
      pointer,
    ]);
    expect(judge).not.toHaveBeenCalled();
  });

  it.each([
    'capabilities',
    '/__proto__',
    '/constructor',
    '/skills/-',
    '/skills/00',
    '/skills/length',
    '/a~1b',
  ])('refuse under a pointer that leads nowhere: %s', (field) => {
    expect(refusalOf(() => advertiseObject(whole, { requiredFields: [field] }))).toEqual([
      'ADVERTISED_REQUIRED_FIELD_ABSENT',
      field,
    ]);
  });

  it('are pointers by RFC 6901', () => {
    const card = card10({ 'x/y': { '~': 1 } });
    expect(refusalOf(() => advertiseObject(card, { requiredFields: ['/x~1y/~0', ''] }))).toBeUndefined();
  });
});

it('lists findings of the emitted document', () => {
  expect(findingsOf(advertiseObject(card10({ iconUrl: 7 })))).toEqual(['card.wrong-type /iconUrl']);
});
