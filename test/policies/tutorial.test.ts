// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadDefaultPolicy } from '../../src/adapters/opa-wasm/index.js';
import type { JsonObject } from '../../src/core/json.js';
import type { PolicyInput, PolicyVerdict } from '../../src/core/policy.js';
import { changed } from './changed.js';

const REQUEST: PolicyInput = {
  requester: {
    ref: 'client.agent.procurement',
    authenticated: true,
    tenant: 'acme',
    workspace: 'ws-1',
    attributes: { roles: ['buyer'] },
  },
  provider: { ref: 'agent.contract-review', origin: 'https://contracts.example' },
  card: {
    digest: 'sha256:00',
    signature: 'verified',
    profile: 'emitted',
    keyId: 'key-1',
    unattested: [],
    protocolVersion: '1.0',
  },
  skill: { id: 'contract-risk-review', tags: [], securityRequirements: { state: 'undeclared' } },
  scope: 'scope.contract-review.enterprise',
  effect: { class: 'read', risk: 'low' },
  negotiated: {
    inputModes: ['application/json'],
    outputModes: ['application/json'],
    extensions: [],
    missing: [],
    protocol: { name: 'a2a', version: '1.0' },
  },
  now: '2026-05-05T00:00:00.000Z',
};
const UNSIGNED = changed(REQUEST as unknown as JsonObject, { '/card/signature': 'unsigned' });
const WRITE = changed(REQUEST as unknown as JsonObject, { '/effect/class': 'write' });

// The blocks of the tutorial, as they stand in the page.
const page = readFileSync('docs/policy.md', 'utf8');
const tutorial = page.slice(page.indexOf('## Five edits'), page.indexOf('## Reason codes'));
const edits: readonly JsonObject[] = [...tutorial.matchAll(/```json\n([\s\S]*?)```/g)].map((block) =>
  JSON.parse(block[1] ?? ''),
);
const start: JsonObject = JSON.parse(readFileSync('policies/bundle/data.json', 'utf8'));

async function ask(changes: JsonObject, input: unknown = REQUEST): Promise<PolicyVerdict> {
  const policy = await loadDefaultPolicy({ data: changed(start, changes) });
  return policy.decide(input as PolicyInput);
}
function grant(value: JsonObject): JsonObject {
  return {
    'client.agent.procurement': {
      'agent.contract-review': { 'contract-risk-review': { 'scope.contract-review.enterprise': value } },
    },
  };
}

describe('the five edits of docs/policy.md', () => {
  const [requester, role, provider, bound] = edits;
  const granted = { '/policy_data/grants/requesters': requester ?? null };

  it('are needed: the data that comes with the package grants nothing', async () => {
    expect(edits.length).toBe(4);
    expect((await ask({})).authorization.decision).toBe('deny');
  });

  it('1: one requester may use one skill', async () => {
    expect((await ask(granted)).authorization).toMatchObject({
      decision: 'allow',
      reasons: [{ code: 'grant.requester' }],
    });
    expect((await ask(granted, WRITE)).authorization.decision).toBe('deny');
  });

  it('2: a role may use every skill, and writes after a review', async () => {
    const roles = { '/policy_data/grants/roles': role ?? null };
    expect((await ask(roles)).authorization).toMatchObject({
      decision: 'allow',
      reasons: [{ code: 'grant.role' }],
    });
    expect((await ask(roles, WRITE)).authorization.decision).toBe('review');
  });

  it('3: cards of one provider are admitted unsigned', async () => {
    expect((await ask(granted, UNSIGNED)).authorization.decision).toBe('deny');
    const admitted = { ...granted, '/policy_data/providers': provider ?? null };
    expect((await ask(admitted, UNSIGNED)).authorization.decision).toBe('allow');
  });

  it('4: a grant is bounded', async () => {
    const bounded = { '/policy_data/grants/requesters': grant(bound ?? {}) };
    expect((await ask(bounded)).authorization).toMatchObject({
      decision: 'allow',
      constraints: ['Only structured contract metadata may be processed.'],
      obligations: [{ id: 'expire-after', seconds: 900 }],
    });
    const late = { ...REQUEST, now: '2027-01-31T00:00:00.000Z' };
    expect((await ask(bounded, late)).authorization.reasons.map((reason) => reason.code)).toEqual([
      'grant.expired',
    ]);
  });

  it('5: a person is asked first', async () => {
    for (const changes of [
      { '/policy_data/grants/requesters': grant({ effects: { read: 'allow' }, review: true }) },
      { ...granted, '/policy_data/providers': { 'agent.contract-review': { review: true } } },
      { ...granted, '/policy_data/settings/review': true },
      { ...granted, '/policy_data/settings/risks/low': 'review' },
    ])
      expect((await ask(changes)).authorization.decision).toBe('review');
  });
});

describe('policies/data.example.json', () => {
  it('allows the example, under the constraints of its grant', async () => {
    const data = JSON.parse(readFileSync('policies/data.example.json', 'utf8'));
    const policy = await loadDefaultPolicy({ data });
    for (const signature of ['unsigned', 'untrusted', 'verified'] as const) {
      const verdict = await policy.decide({ ...REQUEST, card: { ...REQUEST.card, signature } });
      expect(verdict.discovery.visible).toBe(true);
      expect(verdict.authorization).toMatchObject({
        decision: 'allow',
        constraints: [
          'Only structured contract metadata may be processed.',
          'Human review required before external submission.',
        ],
        obligations: [],
        scope: 'scope.contract-review.enterprise',
      });
    }
    const invalid = await policy.decide({ ...REQUEST, card: { ...REQUEST.card, signature: 'invalid' } });
    expect(invalid.authorization.decision).toBe('deny');
    const stranger = { ...REQUEST, requester: { ...REQUEST.requester, ref: 'client.agent.other' } };
    expect((await policy.decide(stranger)).discovery.visible).toBe(false);
  });
});

describe('policies/README.md', () => {
  it('explains every key of the default data', () => {
    const readme = readFileSync('policies/README.md', 'utf8');
    const { settings } = start['policy_data'] as { settings: JsonObject };
    for (const key of Object.keys(settings)) expect([key, readme.includes(`\`${key}`)]).toEqual([key, true]);
  });
});
