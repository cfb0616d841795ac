// SPDX-License-Identifier: Apache-2.0
// Reads a document from stdin and prints how many milliseconds of processor time an answer takes per MiB; the best of
// a few, so that neither compiling nor what else the machine does is held against the document. Every profile is tried,
// by a key that may speak for every `kid`.
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createTrustStore } from '../../../dist/adapters/trust-store/index.js';
import { advertise } from '../../../dist/advertised/advertise.js';
import { createSignatureJudge, PROFILE_NAMES } from '../../../dist/advertised/signature/index.js';
import { GovernanceError } from '../../../dist/core/errors.js';
import { createIssuer } from '../../../dist/core/state.js';

const bytes = readFileSync(0);
const issuer = createIssuer();
const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwks = [{ keys: [publicKey.export({ format: 'jwk' })] }];
const judge = createSignatureJudge(createTrustStore({ jwks, profiles: [...PROFILE_NAMES] }));
let best = Number.POSITIVE_INFINITY;
for (let tries = 0; tries < 12; tries++) {
  const start = process.cpuUsage();
  try {
    advertise(bytes, { issuer, now: 0, judge });
  } catch (error) {
    if (!(error instanceof GovernanceError)) throw error;
  }
  const { user, system } = process.cpuUsage(start);
  best = Math.min(best, (user + system) / 1_000 / Math.max(1, bytes.length / 1_048_576));
}
process.stdout.write(String(best));
