// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attestationOf } from '../../src/advertised/attest/attestation-of.js';
import { canonicalizeUnder } from '../../src/advertised/profiles/profiles.js';
import type { AdvertisedCapability } from '../../src/advertised/types.js';
import type { Json, JsonObject } from '../../src/core/json.js';
import { isDeclared } from '../../src/core/undeclared.js';
import { RUNS } from '../support/runs.js';
import { card10, changed, refusalOf, skillWith } from './support/cards.js';
import { SIGNATURES } from './support/model-judge.js';
import { expectNoWider } from './support/no-wider.js';
import { advertiseSigned, EXTENSION, PROFILES, type Profile, scheme, WITH } from './support/signed-cards.js';

const LONG = 600_000;

describe('law: nothing unattested widens', () => {
  const base = card10({
    ...WITH,
    capabilities: {
      streaming: false,
      extensions: [{ uri: EXTENSION, required: true, params: { version: '1.0.0' } }],
    },
    securityRequirements: [{ schemes: { k: { list: ['a'] }, weak: { list: [] } } }],
    skills: [
      skillWith({ inputModes: ['application/json'], securityRequirements: scheme([]) }),
      skillWith({ id: 'read' }),
    ],
  });
  const value = fc.constantFrom<Json>(
    null,
    false,
    true,
    0,
    '',
    [],
    {},
    [''],
    [{}],
    { schemes: {} },
    [{ schemes: { weak: {} } }],
    [{ weak: [] }],
    'text/plain',
    ['text/plain'],
    '1.0',
    'https://evil.example',
    { uri: 'urn:evil' },
    { list: [] },
    { version: '' },
  );
  const name = fc.constantFrom(
    'streaming',
    'pushNotifications',
    'push_notifications',
    'extensions',
    'required',
    'params',
    'version',
    'schemes',
    'k',
    'list',
    'securityRequirements',
    'security',
    'security_requirements',
    'url',
    'protocolVersion',
    'tenant',
    'preferredTransport',
    'additionalInterfaces',
    'supportsAuthenticatedExtendedCard',
    'inputModes',
    'outputModes',
    'defaultInputModes',
    'skills',
    'id',
    'tags',
    'x',
    'authentication',
    'capabilities',
    'extendedAgentCard',
  );
  type Edit = {
    readonly at: readonly number[];
    readonly name: string;
    readonly value: Json;
    readonly how: string;
  };
  const edit: fc.Arbitrary<Edit> = fc.record({
    at: fc.array(fc.nat({ max: 20 }), { maxLength: 5 }),
    name,
    value,
    how: fc.constantFrom('set', 'delete', 'append'),
  });

  function payloadOf(profile: Profile): JsonObject {
    return JSON.parse(canonicalizeUnder(profile, base)) as JsonObject;
  }

  function apply(node: Json, { at, name: key, value: put, how }: Edit): Json {
    const [step, ...rest] = at;
    const inner = { at: rest, name: key, value: put, how };
    if (Array.isArray(node)) {
      if (step === undefined || node.length === 0) return how === 'delete' ? node.slice(1) : [...node, put];
      return node.map((item: Json, index) => (index === step % node.length ? apply(item, inner) : item));
    }
    if (typeof node !== 'object' || node === null) return put;
    const object = node as JsonObject;
    const names = Object.keys(object).filter((one) => one !== 'signatures');
    const target = step === undefined ? undefined : names[step % names.length];
    if (target === undefined) return changed(object, { [key]: how === 'delete' ? undefined : put });
    if (rest.length === 0 && how === 'delete') return changed(object, { [target]: undefined });
    return changed(object, { [target]: apply(object[target] ?? null, inner) });
  }

  it.each(PROFILES)(
    'under %s, whatever is edited',
    (profile) => {
      const baseline = advertiseSigned(
        changed(payloadOf(profile), { signatures: SIGNATURES }),
        profile,
        base,
      ).view;
      let verified = 0;
      fc.assert(
        fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
          const shown = edits.reduce<Json>(apply, base) as JsonObject;
          let state: AdvertisedCapability;
          try {
            state = advertiseSigned(shown, profile, base);
          } catch (error) {
            expect(
              refusalOf(() => {
                throw error;
              })?.[0],
            ).toMatch(/^ADVERTISED_/);
            return;
          }
          if (state.signature.status !== 'verified') return;
          verified++;
          expectNoWider(state.view, baseline);
          for (const declared of Object.values(attestationOf(state)))
            if (isDeclared<unknown>(declared.value)) expect(declared.attestation).toBe('attested');
        }),
        { numRuns: RUNS },
      );
      // The law would say nothing if no edit ever left the signature in place.
      expect(verified).toBeGreaterThan(profile === 'emitted' ? 0 : RUNS / 100);
    },
    LONG,
  );
});
