// SPDX-License-Identifier: Apache-2.0
import { createTrustStore, type TrustStore } from '../../../src/adapters/trust-store/index.js';
import { type ProfileName, signCard } from '../../../src/advertised/signature/index.js';
import type { JsonObject } from '../../../src/core/json.js';
import type { PolicyInput, PolicyPort } from '../../../src/core/policy.js';
import { type TestKey, testKey } from '../../interop/signing-keys.js';
import type { Draft } from '../../support/example.js';

/** The key that signs in these tests: Ed25519, because it is fast. */
export const KEY: TestKey = testKey('EdDSA', 'signer');

/** Another key that is trusted as well. */
export const NEXT_KEY: TestKey = testKey('EdDSA', 'signer-next');

/** A key that nobody trusts. */
export const STRANGER: TestKey = testKey('EdDSA', 'stranger');

/** A trust store that pins the two keys, under some profiles or the usual ones. */
export function trustIn(profiles?: readonly ProfileName[], requireSignature = false): TrustStore {
  const keys = [KEY.publicJwk, NEXT_KEY.publicJwk] as Record<string, unknown>[];
  return createTrustStore({
    jwks: [{ keys, name: 'pinned' }],
    ...(profiles !== undefined && { profiles }),
    requireSignature,
  });
}

/** A card with one more signature. */
export function sign(card: JsonObject, profile: ProfileName, key: TestKey = KEY): JsonObject {
  return signCard(card, { key: key.privateJwk, kid: key.kid, profile });
}

/** A policy that remembers what it was asked. */
export interface SpyPolicy extends PolicyPort {
  readonly inputs: PolicyInput[];
}

/** The same policy, with its questions on record. */
export function spyOn(policy: PolicyPort): SpyPolicy {
  const inputs: PolicyInput[] = [];
  return {
    inputs,
    get identity() {
      return policy.identity;
    },
    decide(input) {
      inputs.push(input);
      return policy.decide(input);
    },
  };
}

/** What policy data says beyond the example: settings to change, and the one grant that a test needs. */
export interface DataChanges {
  readonly settings?: Draft;
  readonly provider?: Draft;
}

/** Data for the default policy: one grant for one skill, and only cards with a verified signature. */
export function dataFor(provider: string, skill: string, changes: DataChanges = {}): Draft {
  const grant = { constraints: [], effects: { read: 'allow' }, obligations: [] };
  return {
    policy_data: {
      settings: {
        disclosure: 'public',
        history: {
          'card.changed': 'allow',
          'card.key-changed': 'review',
          'card.rollback': 'deny',
          'card.signature-dropped': 'deny',
        },
        profiles: { 'a2a-1.0': 'allow', 'a2a-sdk': 'allow', emitted: 'allow' },
        protocols: { a2a: { floor: '0.3' }, mcp: { floor: '2025-06-18' } },
        require_history: false,
        required_extension_missing: 'reject',
        review: false,
        risks: { low: 'allow' },
        security: { declared: 'allow', undeclared: 'allow', unknown: 'review' },
        signatures: { verified: 'allow' },
        ...changes.settings,
      },
      providers: { [provider]: { disclosure: 'public', ...changes.provider } },
      grants: {
        requesters: { client: { [provider]: { [skill]: { 'scope.x': grant } } } },
        roles: {},
        tenants: {},
        workspaces: {},
      },
    },
  };
}
