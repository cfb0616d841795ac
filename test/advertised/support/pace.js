// SPDX-License-Identifier: Apache-2.0
// Reads a document from stdin and prints how many milliseconds of processor time an answer takes per MiB; the best of
// a few, so that neither compiling nor what else the machine does is held against the document.
import { readFileSync } from 'node:fs';
import { advertise } from '../../../dist/advertised/advertise.js';
import { GovernanceError } from '../../../dist/core/errors.js';
import { createIssuer } from '../../../dist/core/state.js';

const bytes = readFileSync(0);
const issuer = createIssuer();
let best = Number.POSITIVE_INFINITY;
for (let tries = 0; tries < 12; tries++) {
  const start = process.cpuUsage();
  try {
    advertise(bytes, { issuer, now: 0 });
  } catch (error) {
    if (!(error instanceof GovernanceError)) throw error;
  }
  const { user, system } = process.cpuUsage(start);
  best = Math.min(best, (user + system) / 1_000 / Math.max(1, bytes.length / 1_048_576));
}
process.stdout.write(String(best));
