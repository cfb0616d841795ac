// SPDX-License-Identifier: Apache-2.0
import { createPublicKey, generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto';
import { canonicalizeUnder, type ProfileName, signCard } from '../dist/advertised/signature/index.js';
import type { JsonObject } from '../dist/core/json.js';

/** The algorithms that cards in the wild are signed with. */
export type CardAlg = 'ES256' | 'EdDSA';

/** A signed card, and what a bare verification of it needs. */
export interface SignedCard {
  readonly bytes: Buffer;
  readonly jwk: JsonWebKey;
  readonly key: KeyObject;
  /** The signing input, made beforehand. */
  readonly data: Buffer;
  readonly signature: Buffer;
  readonly hash: string | null;
}

/** Skills that make a signed card of about 0.6, 2.8 and 10 KB; the first one has no other members to spare. */
export const CARD_SIZES: Readonly<Record<string, number>> = { '0.6 KB': 0, '2.8 KB': 4, '10 KB': 20 };

/** Sign a card of so many skills with a new key. */
export function signedCard(alg: CardAlg, profile: ProfileName, card: JsonObject): SignedCard {
  const { privateKey, publicKey } =
    alg === 'ES256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519');
  const signed = signCard(card, { key: privateKey.export({ format: 'jwk' }), kid: 'key-2026', profile });
  const [entry] = signed['signatures'] as readonly { protected: string; signature: string }[];
  const payload = Buffer.from(canonicalizeUnder(profile, card)).toString('base64url');
  const jwk: JsonWebKey = { ...publicKey.export({ format: 'jwk' }), kid: 'key-2026' };
  return {
    bytes: Buffer.from(JSON.stringify(signed)),
    jwk,
    key: createPublicKey({ key: jwk, format: 'jwk' }),
    data: Buffer.from(`${entry?.protected}.${payload}`),
    signature: Buffer.from(entry?.signature ?? '', 'base64url'),
    hash: alg === 'ES256' ? 'sha256' : null,
  };
}

/** A card of so many skills; `differs`: each profile writes another text of it. */
export function cardOf(skills: number, differs: boolean): JsonObject {
  const capabilities = { streaming: true, pushNotifications: false };
  const base = {
    name: 'Contract Review Agent',
    description: 'Reviews contracts for risk.',
    version: '2.4.1',
    supportedInterfaces: [
      { url: 'https://contracts.example/a2a/v1', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ],
    // An explicit `[]` is no part of `a2a-1.0`; an empty text that is optional is, and is no part of `a2a-sdk`.
    capabilities: differs ? { ...capabilities, extensions: [] } : capabilities,
    ...(differs && { documentationUrl: '' }),
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
  };
  if (skills === 0)
    return { ...base, skills: [{ id: 'review', name: 'Review', description: 'Reviews.', tags: ['risk'] }] };
  return {
    ...base,
    provider: { organization: 'Contracts Example', url: 'https://contracts.example' },
    documentationUrl: differs ? '' : 'https://contracts.example/docs',
    securitySchemes: {
      bearer: { httpAuthSecurityScheme: { scheme: 'bearer', bearerFormat: 'JWT' } },
      mtls: { mtlsSecurityScheme: { description: 'A certificate that we issued' } },
    },
    securityRequirements: [{ schemes: { bearer: { list: ['contracts.read'] }, mtls: { list: [] } } }],
    // The median of public cards of more than 2 KB: some 400 bytes and six members in a skill, four tags, one example.
    skills: Array.from({ length: skills }, (_, index) => ({
      id: `contract-review-${index}`,
      name: `Contract review ${index}`,
      description:
        'Finds clauses that move risk to the reader, and says which and why: liability, indemnities, terms that ' +
        'renew by themselves, and whatever differs from the usual wording of such clauses.',
      tags: ['contracts', 'risk', 'legal', 'review'],
      examples: ['Which clauses of the attached agreement limit liability?'],
      inputModes: ['application/json', 'text/plain'],
      outputModes: ['application/json'],
    })),
  };
}
