// SPDX-License-Identifier: Apache-2.0
import type { CliCommand } from './command.js';

/** One row per command: what it does in a line, and how to load it. */
export interface CommandRow {
  readonly name: string;
  readonly summary: string;
  load(): Promise<{ readonly command: CliCommand }>;
}

/** Every command, in the order of the help text. Modules load lazily: a cold start pays for one command only. */
export const COMMANDS: readonly CommandRow[] = [
  {
    name: 'negotiate',
    summary: 'walk one request through the six layers and print the decision',
    load: () => import('./commands/negotiate.js'),
  },
  {
    name: 'card',
    summary: 'read, verify and show agent cards, or sign one',
    load: () => import('./commands/card.js'),
  },
  {
    name: 'negotiate-version',
    summary: 'decide one protocol version and print its record',
    load: () => import('./commands/negotiate-version.js'),
  },
  {
    name: 'evidence',
    summary: 'list, verify or export an evidence log',
    load: () => import('./commands/evidence.js'),
  },
  {
    name: 'validate',
    summary: 'hold TSMM documents against their schemas and the semantic rules',
    load: () => import('./commands/validate.js'),
  },
  {
    name: 'policy',
    summary: 'build, sign, inspect, check, test and time policy bundles',
    load: () => import('./commands/policy.js'),
  },
  {
    name: 'serve',
    summary: 'serve negotiations, evidence and host events over HTTP',
    load: () => import('./commands/serve.js'),
  },
];
