// SPDX-License-Identifier: Apache-2.0
import { dirname, resolve } from 'node:path';
import { createTrustStore, readTrustConfig } from '../../adapters/trust-store/index.js';
import type { PolicyPort } from '../../core/policy.js';
import type { Ids } from '../../core/ports.js';
import type { Engine } from '../../engine/types.js';
import { createEngine } from '../../engine.js';
import type { EvidenceStore } from '../../evidenced/types.js';
import type { CliIo } from '../io.js';
import { type Config, loadConfig } from './config.js';
import { createLogger } from './logger.js';
import { openEvidence } from './open-evidence.js';
import { openPolicy } from './open-policy.js';

/** Flags that say what an engine is made of; each wins over the configuration. */
export interface EngineFlags {
  readonly config?: string;
  readonly policy?: string;
  readonly data?: string;
  readonly jwks?: readonly string[];
  readonly evidence?: string;
}

/** An engine of the command line, with what it is made of. */
export interface OpenedEngine {
  readonly engine: Engine;
  readonly policy: PolicyPort;
  readonly evidence: EvidenceStore;
  readonly config: Config;
  close(): Promise<void>;
}

/** Where the evidence goes if neither a flag nor the configuration says. */
export const DEFAULT_EVIDENCE = 'parley.evidence.sqlite';

/** Make an engine from flags and configuration. Paths in the configuration are relative to its file. */
export async function openEngine(
  flags: EngineFlags,
  io: CliIo,
  world: { readonly now?: () => number; readonly ids?: Ids } = {},
): Promise<OpenedEngine> {
  const { path, config } = await loadConfig(flags.config);
  const beside = (file: string | undefined): string | undefined =>
    file === undefined || path === undefined ? file : resolve(dirname(path), file);
  const policy = await openPolicy(
    flags.policy ?? beside(config.policy?.bundle),
    flags.data ?? beside(config.policy?.data),
  );
  const trust = openTrust(flags.jwks ?? [], config, beside);
  const evidence = await openEvidence(flags.evidence ?? beside(config.evidence?.path) ?? DEFAULT_EVIDENCE);
  const { protocols, limits, requiredFields, reviewPath } = config;
  const engine = createEngine({
    policy,
    evidence,
    logger: createLogger(io),
    clock: { now: world.now ?? io.now },
    ...(world.ids !== undefined && { ids: world.ids }),
    ...(trust !== undefined && { trust }),
    ...(protocols !== undefined && { protocols }),
    ...(limits !== undefined && { limits }),
    ...(requiredFields !== undefined && { requiredFields }),
    ...(reviewPath !== undefined && { reviewPath }),
  });
  return { engine, policy, evidence, config, close: async () => evidence.close() };
}

/** Keys of the command line, then keys of the configuration; `undefined` where neither names any. */
export function openTrust(
  jwks: readonly string[],
  config: Config,
  beside: (file: string) => string | undefined,
): ReturnType<typeof createTrustStore> | undefined {
  if (jwks.length === 0 && config.trust === undefined) return undefined;
  const { jwks: configured, ...rest } = config.trust ?? {};
  const pinned = Array.isArray(configured) ? configured.map((entry) => located(entry, beside)) : configured;
  const named = jwks.map((path) => ({ path }));
  const all = pinned === undefined ? named : Array.isArray(pinned) ? [...named, ...pinned] : pinned;
  return createTrustStore(readTrustConfig({ ...rest, jwks: all }));
}

function located(entry: unknown, beside: (file: string) => string | undefined): unknown {
  if (typeof entry !== 'object' || entry === null || !('path' in entry) || typeof entry.path !== 'string')
    return entry;
  return { ...entry, path: beside(entry.path) };
}
