// SPDX-License-Identifier: Apache-2.0
import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { createTrustStore } from '../../src/adapters/trust-store/index.js';
import { createSignatureJudge, type ProfileName } from '../../src/advertised/signature/index.js';
import type { SignatureVerdict } from '../../src/advertised/types.js';
import type { JsonObject } from '../../src/core/json.js';

/** A key pair made in the test. */
export interface TestKey {
  readonly alg: string;
  readonly kid: string;
  readonly privateJwk: JsonWebKey;
  readonly publicJwk: JsonWebKey;
  readonly privatePem: string;
  readonly publicPem: string;
}

const made = new Map<string, TestKey>();

/** A key for an algorithm; the same one for the same name, since RSA keys are slow to make. */
export function testKey(alg: string, kid = `${alg}-key`): TestKey {
  const known = made.get(`${alg} ${kid}`);
  if (known !== undefined) return known;
  const { privateKey, publicKey } = pairFor(alg);
  const key: TestKey = {
    alg,
    kid,
    privateJwk: { ...privateKey.export({ format: 'jwk' }), kid, alg },
    publicJwk: { ...publicKey.export({ format: 'jwk' }), kid },
    privatePem: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
    publicPem: publicKey.export({ format: 'pem', type: 'spki' }) as string,
  };
  made.set(`${alg} ${kid}`, key);
  return key;
}

function pairFor(alg: string): ReturnType<typeof generateKeyPairSync> {
  if (alg === 'EdDSA') return generateKeyPairSync('ed25519');
  if (alg.startsWith('ES')) {
    const namedCurve = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' }[alg] ?? 'P-256';
    return generateKeyPairSync('ec', { namedCurve });
  }
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

/** The verdict on a card by a judge that trusts one key, under some profiles or the usual ones. */
export function judgeWith(
  key: TestKey,
  card: JsonObject,
  profiles?: readonly ProfileName[],
): SignatureVerdict {
  const trust = createTrustStore({
    jwks: [{ keys: [key.publicJwk as Record<string, unknown>], name: 'test' }],
    ...(profiles === undefined ? {} : { profiles }),
  });
  return createSignatureJudge(trust)(card, 0).card;
}

/** A card that every profile signs differently: empties, a false, an unknown member, text beyond ASCII. */
export const RICH_CARD: JsonObject = {
  name: 'Café Agent',
  description: '',
  version: '1.0.0',
  supportedInterfaces: [
    { url: 'https://agent.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: '' },
  ],
  capabilities: {
    streaming: false,
    extensions: [{ uri: 'https://ext.example/v1', required: false, params: { n: 1, tiny: 1e-7, none: '' } }],
  },
  securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'bearer' } } },
  securityRequirements: [{ schemes: { bearer: { list: [] } } }],
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 's', name: 'S', description: 'does', tags: [], inputModes: [] }],
  'x-vendor': { a: null },
};
