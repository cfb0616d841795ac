// SPDX-License-Identifier: Apache-2.0
import { againstCedar } from './cedar.js';
import { coldStart } from './cold-start.js';
import { durableEvidence } from './evidence.js';
import { firstSight } from './first-sight.js';
import { growth } from './growth.js';
import type { Measurements } from './report.js';
import { warmNegotiation } from './warm-negotiation.js';

/** Every row that is measured here, by its number in the table of budgets. */
export const MEASUREMENTS: Measurements = new Map([
  [1, warmNegotiation],
  [2, durableEvidence],
  [3, firstSight],
  [5, againstCedar],
  [6, coldStart],
  [7, growth],
]);
