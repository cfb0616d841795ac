// SPDX-License-Identifier: Apache-2.0
import { dirname, resolve } from 'node:path';
import type { PolicyPort } from '../../core/policy.js';
import type { Ids } from '../../core/ports.js';
import type { Engine } from '../../engine/types.js';
import { createEngine } from '../../engine.js';
import type { EvidenceStore } from '../../evidenced/types.js';
import type { CliIo } from '../io.js';
import { type Config, loadConfig } from './config.js';
import { createLogger } from './logger.js';
import { IN_MEMORY, openEvidence } from './open-evidence.js';
import { openPolicy } from './open-policy.js';
import { openTrust } from './open-trust.js';

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
  const trust = openTrust(flags.jwks ?? [], config, path);
  const kept = config.evidence?.path;
  const evidence = await openEvidence(
    flags.evidence ?? (kept === IN_MEMORY ? kept : beside(kept)) ?? DEFAULT_EVIDENCE,
  );
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
