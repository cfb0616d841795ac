// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fault } from '../../core/errors.js';
import { pointer } from '../../core/json.js';
import { parseStrict } from '../../core/json-strict/parse-strict.js';
import type { EngineLimits } from '../../engine/options.js';
import type { ProtocolsConfig } from '../../openwop/protocols.js';
import { readBytes } from '../read-file.js';
import type { DecisionLogConfig } from './config-decision-log.js';
import type { PolicyConfig } from './config-policy.js';

/** A parsed configuration: `schemas/parley-config.schema.json`, docs/configuration.md. Paths are relative to the file. */
export interface Config {
  readonly protocols?: Partial<ProtocolsConfig>;
  /** Read by the trust store, which knows its shape. */
  readonly trust?: { readonly [member: string]: unknown };
  /** Read by the server, which knows its shape. */
  readonly server?: { readonly [member: string]: unknown };
  readonly policy?: PolicyConfig;
  readonly decisionLog?: DecisionLogConfig;
  readonly evidence?: { readonly path: string };
  readonly limits?: Partial<EngineLimits>;
  readonly requiredFields?: readonly string[];
  readonly reviewPath?: string;
}

/** The name that is looked for where no `--config` is given. */
export const CONFIG_FILE = 'parley.config.json';

/** Where a configuration was read from, and what it says; empty where there is none. */
export interface LoadedConfig {
  readonly path: string | undefined;
  readonly config: Config;
}

/**
 * Read the configuration: the named file, or `parley.config.json` in the working directory where there is one.
 * @throws GovernanceError CORE_FILE_UNREADABLE, CORE_CONFIG_INVALID, and the codes of strict JSON
 */
export async function loadConfig(named: string | undefined): Promise<LoadedConfig> {
  const path = named ?? (existsSync(CONFIG_FILE) ? CONFIG_FILE : undefined);
  if (path === undefined) return { path, config: {} };
  const document = parseStrict(await readBytes(path));
  // Without a file nothing is checked, and the schema library stays unloaded: a tenth of a cold start.
  const { configShape } = await import('./config-shape.js');
  const parsed = configShape.safeParse(document);
  if (parsed.success) return { path: resolve(path), config: parsed.data };
  const issue = parsed.error.issues[0];
  const at = (issue?.path ?? []).map((token) => (typeof token === 'symbol' ? String(token) : token));
  const extra = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  throw fault('CORE_CONFIG_INVALID', { pointer: pointer('', ...at, ...extra), detail: issue?.message });
}
