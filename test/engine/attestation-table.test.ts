// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { attestationOf } from '../../src/advertised/attest/attestation-of.js';
import { canonicalizeUnder, type ProfileName } from '../../src/advertised/signature/index.js';
import type { JsonObject } from '../../src/core/json.js';
import type { TrustPort } from '../../src/core/trust.js';
import { isDeclared } from '../../src/core/undeclared.js';
import { ATTESTATION_ROWS, type AttestationRow, BASE } from '../advertised/signature/attestation-table.js';
import { type Draft, policyOver } from '../support/example.js';
import { advertised, request } from './support/attested.js';
import { type Decision, decide, widerIn } from './support/decision.js';
import { dataFor, sign, trustIn } from './support/signed.js';

const PROFILES = ['emitted', 'a2a-1.0', 'a2a-sdk'] as const;
type Profile = (typeof PROFILES)[number];

const EXTENSION = 'https://ext.example/v1';
const REQUESTS: readonly Draft[] = [
  request(),
  request({ extensions: [{ uri: EXTENSION, required: false }] }),
];

// Each policy admits verified cards alone: of one profile, or of the usual three.
const everyProfile = await policyOver(dataFor('agent', 's'));
const policies = Object.fromEntries(
  await Promise.all(
    PROFILES.map(async (profile) => {
      const settings = { profiles: { [profile]: 'allow' } };
      return [profile, await policyOver(dataFor('agent', 's', { settings }))] as const;
    }),
  ),
);

const KEYED = { apiKeySecurityScheme: { location: 'header', name: 'x' } };
const AND = (schemes: Draft): JsonObject => ({
  ...BASE,
  securitySchemes: { key: KEYED, mfa: KEYED },
  securityRequirements: [{ schemes }] as never,
});

// A scheme that the card does not define cannot be required by anything a signature under a2a-sdk covers: what the
// table says of `mfa` is said again of a card that defines it.
const UNDEFINED_SCHEME = 'a scheme without scopes in an AND';
const ROWS: readonly AttestationRow[] = [
  ...ATTESTATION_ROWS,
  {
    fact: 'a defined scheme without scopes leaves an AND',
    before: AND({ key: { list: ['read'] }, mfa: { list: [] } }),
    after: AND({ key: { list: ['read'] } }),
    effect: { emitted: 'breaks', 'a2a-1.0': 'breaks', 'a2a-sdk': 'stays' },
  },
  {
    fact: 'a defined scheme without scopes joins an AND',
    before: AND({ key: { list: ['read'] } }),
    after: AND({ key: { list: ['read'] }, mfa: { list: [] } }),
    effect: { emitted: 'breaks', 'a2a-1.0': 'breaks', 'a2a-sdk': 'stays' },
  },
];

const settings: readonly {
  readonly name: string;
  readonly trust: (profile: Profile) => TrustPort;
  readonly alone: boolean;
}[] = [
  { name: 'which alone is accepted', trust: (profile) => trustIn([profile]), alone: true },
  { name: 'accepted beside the others', trust: () => trustIn(), alone: false },
];

/** The edited card carries the signature of the card before the edit. */
function edited(row: AttestationRow, profile: ProfileName): { before: JsonObject; after: JsonObject } {
  const before = sign(row.before, profile);
  return { before, after: { ...row.after, signatures: before['signatures'] ?? [] } };
}

function expectRefused(decision: Decision): void {
  expect(decision.signature).toBe('invalid');
  expect(decision.outcome).toBe('rejected');
  expect(decision.refusals).toEqual(['ADVERTISED_SIGNATURE_INVALID']);
  expect([...decision.inputModes, ...decision.outputModes, ...decision.extensions]).toEqual([]);
}

describe.each(PROFILES)('a card signed under %s,', (profile) => {
  describe.each(settings)('$name:', ({ trust: trustFor, alone }) => {
    const trust = trustFor(profile);
    const asked = alone ? REQUESTS : REQUESTS.slice(1);
    const known = new Map<string, Promise<Decision>>();
    // Most rows begin with the same card.
    const once = (card: JsonObject, question: Draft): Promise<Decision> => {
      const key = JSON.stringify([card, question]);
      const decision = known.get(key) ?? decide(card, question, { policy, trust });
      known.set(key, decision);
      return decision;
    };
    const policy = (alone ? policies[profile] : undefined) ?? everyProfile;

    it.each(ROWS.map((row) => [row.fact, row.effect[profile], row] as const))(
      '%s: %s',
      async (fact, effect, row) => {
        const { before, after } = edited(row, profile);
        const text = {
          ...JSON.parse(canonicalizeUnder(profile, row.before)),
          signatures: before['signatures'],
        };
        for (const question of asked) {
          const was = await once(before, question);
          expect(was.signature).toBe('verified');
          const is = await once(after, question);
          // Beside other profiles an edit can also make the card one that another profile reads as it was signed.
          if (alone) expect(is.signature).toBe(effect === 'stays' ? 'verified' : 'invalid');
          if (is.signature !== 'verified') {
            expectRefused(is);
            continue;
          }
          const gained = fact === UNDEFINED_SCHEME ? ['security'] : [];
          expect(widerIn(is, was).filter((one) => !gained.includes(one))).toEqual([]);
          // What was signed, shown as it was signed, is the most that any edit can get.
          expect(widerIn(is, await once(text, question))).toEqual([]);
          expectAttested(after, text, trust);
        }
      },
    );
  });
});

/** The view that counts says what was signed; a flag can only be taken back, and nothing else is declared. */
function expectAttested(after: JsonObject, text: JsonObject, trust: TrustPort): void {
  const now = attestationOf(advertised(after, trust));
  const signed = attestationOf(advertised(text, trust));
  for (const name of ['streaming', 'pushNotifications', 'extendedAgentCard', 'extensions'] as const) {
    expect(now[name].value).toEqual(signed[name].value);
    if (isDeclared<unknown>(now[name].value)) expect(now[name].attestation).toBe('attested');
    else expect(now[name].attestation).not.toBe('attested');
  }
}

describe('the four edits that matter most', () => {
  const trust = trustIn();
  const key = { list: [] };
  const scopeless: JsonObject = { ...BASE, securityRequirements: [{ schemes: { key } }] };
  const { securityRequirements: _, ...bare } = BASE;
  const of = (before: JsonObject, after: JsonObject): AttestationRow => ({
    fact: '',
    before,
    after,
    effect: { emitted: 'breaks', 'a2a-1.0': 'breaks', 'a2a-sdk': 'breaks' },
  });
  const both = async (row: AttestationRow, profile: ProfileName, asked = request()) => {
    const { before, after } = edited(row, profile);
    const [was, is] = [
      await decide(before, asked, { policy: everyProfile, trust }),
      await decide(after, asked, { policy: everyProfile, trust }),
    ];
    return { was, is, after };
  };

  it('a requirement without scopes is deleted: the signature breaks, or policy never knew that there is none', async () => {
    for (const profile of ['emitted', 'a2a-1.0'] as const) {
      const { was, is } = await both(of(scopeless, bare), profile);
      expect(was).toMatchObject({
        outcome: 'accepted',
        security: { state: 'declared', value: [{ key: [] }] },
      });
      expectRefused(is);
    }
    const { was, is } = await both(of(scopeless, bare), 'a2a-sdk');
    expect(was).toMatchObject({
      outcome: 'review-required',
      profile: 'a2a-sdk',
      security: { state: 'unknown' },
    });
    // The shown card is now the very text that was signed, so it verifies under the profile that attests the most.
    expect(is).toMatchObject({
      outcome: 'review-required',
      profile: 'emitted',
      security: { state: 'unknown' },
    });
  });

  it('an anonymous alternative is added: the requirement stays what was signed', async () => {
    const open: JsonObject = {
      ...BASE,
      securityRequirements: [{ schemes: { key: { list: ['read'] } } }, { schemes: {} }],
    };
    for (const profile of ['emitted', 'a2a-1.0'] as const) {
      const { is, was } = await both(of(BASE, open), profile);
      // Without an empty value the text is the same under every profile, so it is read as a2a-sdk reads it.
      expect(was.security).toEqual({ state: 'declared', value: [{ key: ['read'] }] });
      expect(is.security).toEqual(was.security);
      expect(is.outcome).toBe('accepted');
    }
    const { is, after } = await both(of(BASE, open), 'a2a-sdk');
    expect(is).toMatchObject({
      outcome: 'accepted',
      profile: 'a2a-sdk',
      security: { state: 'declared', value: [{ key: ['read'] }] },
    });
    expect(advertised(after, trust).unattested).toEqual(['/securityRequirements/1']);
    for (const profile of ['emitted', 'a2a-1.0'] as const) {
      const { before, after: shown } = edited(of(BASE, open), profile);
      expect(advertised(before, trustIn([profile])).signature.status).toBe('verified');
      expect(advertised(shown, trustIn([profile])).signature.status).toBe('invalid');
    }
  });

  it('a 0.3 address is added: nobody is sent there', async () => {
    const dual: JsonObject = { ...BASE, url: 'https://evil.example', preferredTransport: 'JSONRPC' };
    expectRefused(
      await decide(edited(of(BASE, dual), 'emitted').after, request(), {
        policy: everyProfile,
        trust: trustIn(['emitted']),
      }),
    );
    for (const profile of ['a2a-1.0', 'a2a-sdk'] as const) {
      const { was, is, after } = await both(of(BASE, dual), profile);
      expect(was).toMatchObject({ outcome: 'accepted', version: '1.0' });
      expect(is).toMatchObject({ outcome: 'accepted', version: '1.0' });
      const { view, unattested } = advertised(after, trust);
      expect(view.interfaces.map(({ url }) => url)).toEqual(['https://agent.example/a2a']);
      expect(unattested).toEqual(['/url', '/preferredTransport']);
      const old = request({ protocol: { name: 'a2a', version: '0.3' } });
      expect((await both(of(BASE, dual), profile, old)).is).toMatchObject({
        outcome: 'rejected',
        refusals: ['NEGOTIATED_VERSION_REFUSED'],
      });
    }
  });

  it('`extensions: []` is added: extensions stay undeclared, and none is activated', async () => {
    const empty: JsonObject = { ...BASE, capabilities: { streaming: true, extensions: [] } };
    const asked = request({ extensions: [{ uri: EXTENSION, required: false }] });
    for (const profile of ['a2a-1.0', 'a2a-sdk'] as const) {
      const { was, is, after } = await both(of(BASE, empty), profile, asked);
      for (const decision of [was, is]) {
        expect(decision).toMatchObject({ outcome: 'accepted-with-constraints', extensions: [] });
        expect(decision.answer.layers[2]?.codes).toContain('NEGOTIATED_EXTENSIONS_UNDECLARED');
      }
      expect(attestationOf(advertised(after, trust)).extensions.attestation).toBe('unattested');
    }
    const alone = { policy: everyProfile, trust: trustIn(['emitted']) };
    expectRefused(await decide(edited(of(BASE, empty), 'emitted').after, asked, alone));
    // Signed as it stands, the empty list is attested: declared, and none.
    const whole = await decide(sign(empty, 'emitted'), asked, alone);
    expect(whole.answer.layers[2]?.codes).toContain('NEGOTIATED_EXTENSION_NOT_ADVERTISED');
  });
});
