// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AGENT_CARD, type MessageSpec, messageSpec } from '../../src/advertised/profiles/card-schema.js';
import { PROFILES, type ProfileName } from '../../src/advertised/signature/index.js';
import { isJsonObject, type Json, type JsonObject } from '../../src/core/json.js';
import type { TrustPort } from '../../src/core/trust.js';
import { createMemoryEvidence } from '../../src/evidenced/memory.js';
import { validateNegotiation } from '../../src/tsmm/index.js';
import { BASE } from '../advertised/signature/attestation-table.js';
import { signedCard } from '../properties/support/signed-card.js';
import { asRequest, exampleEngine } from '../support/example.js';
import { RUNS } from '../support/runs.js';
import { request } from './support/attested.js';
import { decide } from './support/decision.js';
import { sign, trustIn } from './support/signed.js';
import { simplePolicy } from './support/simple-policy.js';

/** A trust store that nobody may ask anything. */
function untouchable(): TrustPort {
  const touched = (): never => {
    throw new Error('a signature was looked at');
  };
  const { revision, profiles } = trustIn();
  return {
    revision,
    profiles,
    requireSignature: true,
    revisionAt: () => revision,
    keys: touched,
    isRevoked: touched,
    prepare: touched,
  };
}

describe('a field that is required and has no default', () => {
  const signed = sign(BASE, 'a2a-1.0');
  const { capabilities: _, ...without } = signed;

  it.each<readonly [string, JsonObject, string]>([
    ['absent', without, '/capabilities'],
    ['null', { ...signed, capabilities: null }, '/capabilities'],
    ['absent inside', { ...signed, capabilities: {} }, '/capabilities/streaming'],
    ['inside something that is no object', { ...signed, capabilities: [] }, '/capabilities/streaming'],
    ['an element that is not there', { ...signed, skills: [] }, '/skills/0'],
  ])('refuses the card before its signatures are looked at: %s', async (_, card, field) => {
    const evidence = createMemoryEvidence();
    const engine = await exampleEngine({
      policy: simplePolicy(),
      evidence,
      trust: untouchable(),
      requiredFields: ['/name', field],
    });
    const answer = await engine.negotiate({ card: JSON.stringify(card), request: asRequest(request()) });
    expect(answer.outcome).toBe('rejected');
    expect(answer.layers[0]).toMatchObject({
      layer: 'advertised',
      status: 'refused',
      codes: ['ADVERTISED_REQUIRED_FIELD_ABSENT'],
    });
    expect(answer.layers[5]).toMatchObject({ layer: 'evidenced', status: 'passed' });
    expect(answer.authorized).toBeUndefined();
    expect(validateNegotiation(answer.negotiation as never).findings).toEqual([]);
    // The refusal is an answer, and so it leaves evidence: the entry, the card, and the code in it.
    const entry = JSON.parse(evidence.find(answer.evidence.refs[0] ?? '')?.body ?? '{}');
    expect(entry.card).toMatchObject({
      signature: { status: 'invalid', code: 'ADVERTISED_REQUIRED_FIELD_ABSENT' },
      skillExists: false,
    });
    expect(evidence.blob(entry.card.digest)).toEqual(new TextEncoder().encode(JSON.stringify(card)));
  });

  it('is looked for in what was emitted, and a card that has it goes on to its signatures', async () => {
    const setting = { policy: simplePolicy(), requiredFields: ['/capabilities/streaming', '/skills/0/id'] };
    const decision = await decide(signed, request(), { ...setting, trust: trustIn() });
    expect(decision).toMatchObject({ outcome: 'accepted', signature: 'verified' });
    await expect(decide(signed, request(), { ...setting, trust: untouchable() })).rejects.toThrow(
      'a signature was looked at',
    );
  });

  it.each<readonly [string, ProfileName, JsonObject, string]>([
    [
      'an empty list',
      'a2a-1.0',
      { capabilities: { streaming: true, extensions: [] } },
      '/capabilities/extensions',
    ],
    ['an unknown member', 'a2a-1.0', { 'x-reviewed': true }, '/x-reviewed'],
    ['an empty text', 'a2a-sdk', { iconUrl: '' }, '/iconUrl'],
  ])('is not there where somebody adds it to a signed card: %s', async (_, profile, added, field) => {
    const card = { ...BASE, capabilities: { streaming: true } };
    const setting = { policy: simplePolicy(), trust: trustIn(), requiredFields: [field] };
    const shown = sign(card, profile);
    const before = await decide(shown, request(), setting);
    expect(before.refusals).toEqual(['ADVERTISED_REQUIRED_FIELD_ABSENT']);
    const after = await decide({ ...shown, ...added }, request(), setting);
    expect(after.refusals).toEqual(['ADVERTISED_REQUIRED_FIELD_UNATTESTED']);
    expect(after.outcome).toBe('rejected');
    // Where the signature covers it, it counts.
    const covered = await decide(sign({ ...card, ...added }, 'emitted'), request(), setting);
    expect(covered).toMatchObject({ signature: 'verified', refusals: [] });
  });

  it('may be the signatures themselves, which no signature covers', async () => {
    const setting = { policy: simplePolicy(), trust: trustIn(), requiredFields: ['/signatures/0'] };
    expect((await decide(signed, request(), setting)).refusals).toEqual([]);
  });

  it.each([false, 0, '', [], {}])('is there where its value is %j', async (value) => {
    const decision = await decide({ ...BASE, extra: value }, request(), {
      policy: simplePolicy(),
      requiredFields: ['/extra'],
    });
    expect(decision.refusals).not.toContain('ADVERTISED_REQUIRED_FIELD_ABSENT');
  });
});

type Path = readonly (string | number)[];

/** The places of everything in a card that A2A 1.0 does not require. */
function optionalPlaces(spec: MessageSpec, object: JsonObject, path: Path): Path[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const field = spec.byName.get(name);
    const here = [...path, name];
    if (field === undefined) return [here];
    // An extension that must be activated and has no name cannot be: its `uri` is optional in the proto's table alone.
    const needed = field.presence === 'R' || (name === 'uri' && object['required'] === true);
    const own = needed ? [] : [here];
    if (field.message === undefined) return own;
    const message = messageSpec(field.message);
    const inner: readonly (readonly [Path, Json])[] = Array.isArray(value)
      ? value.map((item: Json, index) => [[...here, index], item] as const)
      : field.kind === 'map' && isJsonObject(value)
        ? Object.entries(value).map(([key, item]) => [[...here, key], item] as const)
        : [[here, value]];
    return [
      ...own,
      ...inner.flatMap(([at, item]) => (isJsonObject(item) ? optionalPlaces(message, item, at) : [])),
    ];
  });
}

function without(node: Json, [step, ...rest]: Path): Json {
  if (Array.isArray(node))
    return node.map((item: Json, index) => (index === step ? without(item, rest) : item));
  if (!isJsonObject(node) || step === undefined || !Object.hasOwn(node, step)) return node;
  const { [step]: inner, ...others } = node;
  return rest.length === 0 ? others : { ...node, [step]: without(inner ?? null, rest) };
}

describe('law: what is optional and absent never refuses a card', () => {
  it('whatever is left out, under every profile', async () => {
    const setting = { policy: simplePolicy(), trust: trustIn() };
    await fc.assert(
      fc.asyncProperty(
        signedCard,
        fc.array(fc.nat({ max: 1_000 }), { minLength: 1, maxLength: 6 }),
        fc.constantFrom(...PROFILES),
        async (card, picks, profile) => {
          const places = optionalPlaces(AGENT_CARD, card, []);
          const left = picks.reduce<Json>(
            (node, pick) => without(node, places[pick % places.length] ?? []),
            card,
          );
          const { answer, signature } = await decide(sign(left as JsonObject, profile), request(), setting);
          expect(signature).toBe('verified');
          expect(answer.layers[0]).toMatchObject({ layer: 'advertised', status: 'passed' });
          expect(answer.layers[1]).toMatchObject({ layer: 'discoverable', status: 'passed' });
        },
      ),
      { numRuns: Math.min(RUNS, 20_000) / 2 },
    );
  }, 600_000);
});
