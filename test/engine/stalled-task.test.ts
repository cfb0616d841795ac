// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { ProfileName } from '../../src/advertised/signature/index.js';
import type { Json, JsonObject } from '../../src/core/json.js';
import { createMemoryEvidence } from '../../src/evidenced/memory.js';
import type { EvidenceStore } from '../../src/evidenced/types.js';
import { activateExtensions } from '../../src/openwop/activate-extensions.js';
import { validateNegotiation } from '../../src/tsmm/index.js';
import { asRequest, type Draft, exampleEngine, policyOver } from '../support/example.js';
import { request } from './support/attested.js';
import { dataFor, sign, trustIn } from './support/signed.js';

// A client and a server each had a reading of one signed card. The signer wrote no `extensions`; the verifier's
// decoder filled in `[]`. One side waited for an extension to be activated that the other never heard of.
const URI = 'https://ext.example/v1';

function cardWith(capabilities: JsonObject): JsonObject {
  return {
    name: 'Agent',
    description: 'An agent',
    version: '1.0.0',
    supportedInterfaces: [
      { url: 'https://agent.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ],
    capabilities,
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 's', name: 'S', description: 'does', tags: ['t'] }],
  };
}

const policy = await policyOver(dataFor('agent', 's'));
const OPTIONAL: readonly Draft[] = [{ uri: URI, required: false }];
const REQUIRED: readonly Draft[] = [{ uri: URI, required: true }];

async function ask(
  card: JsonObject,
  profile: ProfileName,
  extensions: readonly Draft[],
  evidence: EvidenceStore = createMemoryEvidence(),
) {
  const engine = await exampleEngine({ policy, evidence, trust: trustIn(undefined, true) });
  const asked = extensions.length === 0 ? request() : request({ extensions: [...extensions] });
  const answer = await engine.negotiate({
    card: JSON.stringify(sign(card, profile)),
    request: asRequest(asked),
  });
  const seen: JsonObject = JSON.parse(evidence.find('card.agent.0')?.body ?? '{}');
  expect(answer.evidence.refs).toContain(seen['digest']);
  expect(validateNegotiation(answer.negotiation as never).findings).toEqual([]);
  return { answer, extensions: stateIn(seen), codes: answer.layers.flatMap((layer) => layer.codes) };
}

const PROFILES = ['emitted', 'a2a-1.0', 'a2a-sdk'] as const;

describe('a signer that writes no `extensions`, and a verifier that would read `[]`', () => {
  it.each(PROFILES)('goes on without any extension, and the record says UNDECLARED: %s', async (profile) => {
    const card = cardWith({ streaming: true });
    const silent = await ask(card, profile, []);
    expect(silent.answer.outcome).toBe('accepted');
    expect(silent.answer.negotiation.acceptedExtensions).toEqual([]);
    const asking = await ask(card, profile, OPTIONAL);
    expect(asking.answer.outcome).toBe('accepted-with-constraints');
    expect(asking.answer.negotiation).toMatchObject({
      acceptedExtensions: [],
      rejectedExtensions: [{ uri: URI, reason: 'The provider leaves extension support undeclared.' }],
      constraints: [`optional extension ${URI} not granted`],
    });
    expect(asking.codes).toContain('NEGOTIATED_EXTENSIONS_UNDECLARED');
    // Who asks for nothing is told as well: the evidence does not say "none".
    for (const { extensions } of [silent, asking]) expect(extensions).toBe('undeclared');
  });

  it.each(['a2a-1.0', 'a2a-sdk'] as const)(
    'is the same where `[]` was written and %s dropped it',
    async (profile) => {
      const { answer, extensions, codes } = await ask(
        cardWith({ streaming: true, extensions: [] }),
        profile,
        OPTIONAL,
      );
      expect(answer.outcome).toBe('accepted-with-constraints');
      expect(codes).toContain('NEGOTIATED_EXTENSIONS_UNDECLARED');
      expect(extensions).toBe('undeclared');
    },
  );

  it.each(PROFILES)(
    'never waits for a required one: it is missing, and the answer is no: %s',
    async (profile) => {
      const { answer, codes } = await ask(cardWith({ streaming: true }), profile, REQUIRED);
      expect(answer.outcome).toBe('rejected');
      expect(answer.negotiation.requiredExtensionsMissing).toEqual([URI]);
      expect(codes).toContain('NEGOTIATED_REQUIRED_EXTENSION_MISSING');
      expect(answer.authorized).toBeUndefined();
    },
  );

  it('sends no extension frame: what is activated is what was agreed', async () => {
    const { answer } = await ask(cardWith({ streaming: true }), 'a2a-1.0', OPTIONAL);
    const agreed = answer.negotiation.acceptedExtensions.map(({ uri }) => ({ uri }));
    expect(activateExtensions([URI], agreed)).toMatchObject({ activated: [], missing: [] });
  });
});

describe('`[]` that is attested', () => {
  it('declares that extensions are negotiated, and that there is none', async () => {
    const card = cardWith({ streaming: true, extensions: [] });
    const { answer, extensions, codes } = await ask(card, 'emitted', OPTIONAL);
    expect(answer.outcome).toBe('accepted-with-constraints');
    expect(answer.negotiation).toMatchObject({
      acceptedExtensions: [],
      rejectedExtensions: [{ uri: URI, reason: 'Not advertised by provider.' }],
    });
    expect(codes).toContain('NEGOTIATED_EXTENSION_NOT_ADVERTISED');
    expect(codes).not.toContain('NEGOTIATED_EXTENSIONS_UNDECLARED');
    expect(extensions).toBe('declared');
  });

  it('is enough of a declaration for a card without `streaming`', async () => {
    const { answer, codes } = await ask(cardWith({ extensions: [] }), 'emitted', OPTIONAL);
    expect(answer.outcome).toBe('accepted-with-constraints');
    expect(codes).not.toContain('NEGOTIATED_ACTIVATION_ON_MINIMAL_CARD');
  });
});

describe('a card that declares neither `streaming` nor `extensions`', () => {
  it.each<readonly [string, JsonObject, ProfileName]>([
    ['an empty object', {}, 'emitted'],
    ['an empty object', {}, 'a2a-1.0'],
    ['an empty object', {}, 'a2a-sdk'],
    ['other capabilities', { pushNotifications: true, extendedAgentCard: false }, 'emitted'],
    ['`extensions: []` that the signature drops', { extensions: [] }, 'a2a-1.0'],
    ['`extensions: []` that the signature drops', { extensions: [] }, 'a2a-sdk'],
    ['`null` twice', { streaming: null, extensions: null }, 'emitted'],
  ])('is an error of its own to activate an extension on: %s, %s, %s', async (_, capabilities, profile) => {
    for (const extensions of [OPTIONAL, REQUIRED]) {
      const { answer, codes } = await ask(cardWith(capabilities), profile, extensions);
      expect(answer.outcome).toBe('rejected');
      expect(codes).toContain('NEGOTIATED_ACTIVATION_ON_MINIMAL_CARD');
      expect(answer.negotiation.acceptedExtensions).toEqual([]);
      expect(answer.layers[2]).toMatchObject({ layer: 'negotiated', status: 'refused' });
    }
  });

  it.each<readonly [string, JsonObject]>([
    ['nothing is asked of it', {}],
    ['`[]` is not attested and nothing is asked of it', { extensions: [] }],
  ])('is one to work with where %s', async (_, capabilities) => {
    for (const profile of PROFILES) {
      const { answer, extensions } = await ask(cardWith(capabilities), profile, []);
      expect(answer.outcome).toBe('accepted');
      const attested = profile === 'emitted' && 'extensions' in capabilities;
      expect(extensions).toBe(attested ? 'declared' : 'undeclared');
    }
  });
});

/** What the evidence says of the extensions of the card that its digest names: not "none" where nothing is known. */
function stateIn(seen: JsonObject): Json | undefined {
  return (seen['capabilities'] as JsonObject | undefined)?.['extensions'];
}
