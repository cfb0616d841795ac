// SPDX-License-Identifier: Apache-2.0
import { dirname, resolve } from 'node:path';
import type { SourceStatus } from '../../adapters/bundle-source/index.js';
import type { DecisionLogCounters } from '../../adapters/decision-log/index.js';
import type { PolicyPort } from '../../core/policy.js';
import type { Ids, Logger } from '../../core/ports.js';
import type { Engine } from '../../engine/types.js';
import { createEngine } from '../../engine.js';
import type { EvidenceStore } from '../../evidenced/types.js';
import type { CliIo } from '../io.js';
import { type Config, loadConfig } from './config.js';
import { createLogger } from './logger.js';
import { openDecisionLog } from './open-decision-log.js';
import { IN_MEMORY, openEvidence } from './open-evidence.js';
import { openPolicies } from './open-policies.js';
import { openShadow } from './open-shadow.js';
import { openTrust } from './open-trust.js';

/** Flags that say what an engine is made of; each wins over the configuration. */
export interface EngineFlags {
  readonly config?: string;
  readonly policy?: string;
  readonly data?: string;
  readonly jwks?: readonly string[];
  readonly evidence?: string;
}

/** What a command gives to its engine beside flags and configuration. */
export interface EngineWorld {
  readonly now?: () => number;
  readonly ids?: Ids;
  /** Whether the policy's source is watched for as long as the engine is open. */
  readonly watch?: boolean;
}

/** An engine of the command line, with what it is made of. */
export interface OpenedEngine {
  readonly engine: Engine;
  readonly policy: PolicyPort;
  readonly evidence: EvidenceStore;
  readonly config: Config;
  /** What runs, and why; where a source is watched. */
  policyStatus(): SourceStatus | undefined;
  /** What became of the decision events; where there is a decision log. */
  decisionCounters(): DecisionLogCounters | undefined;
  /** Close what was opened; every decision event and every difference of a shadow is kept then. */
  close(): Promise<void>;
}

/** Where the evidence goes if neither a flag nor the configuration says. */
export const DEFAULT_EVIDENCE = 'parley.evidence.sqlite';

/** Make an engine from flags and configuration. Paths in the configuration are relative to its file. */
export async function openEngine(
  flags: EngineFlags,
  io: CliIo,
  world: EngineWorld = {},
): Promise<OpenedEngine> {
  const { path, config } = await loadConfig(flags.config);
  const beside = (file: string): string => (path === undefined ? file : resolve(dirname(path), file));
  const opening: Opening = { flags, config, path, beside, io, world, logger: createLogger(io), closers: [] };
  try {
    return await open(opening);
  } catch (error) {
    await closeAll(opening.closers);
    throw error;
  }
}

interface Opening {
  readonly flags: EngineFlags;
  readonly config: Config;
  readonly path: string | undefined;
  readonly beside: (file: string) => string;
  readonly io: CliIo;
  readonly world: EngineWorld;
  readonly logger: Logger;
  /** What is open, in the order in which it was opened. */
  readonly closers: (() => Promise<void> | void)[];
}

async function open(opening: Opening): Promise<OpenedEngine> {
  const { flags, config, path, beside, io, world, logger, closers } = opening;
  const now = world.now ?? io.now;
  const policies = await openPolicies({
    flags,
    config: config.policy ?? {},
    beside,
    logger,
    now,
    watch: world.watch ?? false,
  });
  closers.push(() => policies.close());
  const { primary, second, source } = policies;
  const trust = await openTrust(flags.jwks ?? [], config, path);
  const kept = config.evidence?.path;
  const evidence = await openEvidence(
    flags.evidence ?? (kept === undefined || kept === IN_MEMORY ? kept : beside(kept)) ?? DEFAULT_EVIDENCE,
  );
  closers.push(() => evidence.close());
  const shadowed = second === undefined ? undefined : openShadow(primary, second, { evidence, logger, now });
  if (shadowed !== undefined) closers.push(() => shadowed.drained());
  const log =
    config.decisionLog === undefined
      ? undefined
      : await openDecisionLog(config.decisionLog, beside, { io, logger });
  if (log !== undefined) closers.push(() => log.close());
  const { protocols, limits, requiredFields, reviewPath } = config;
  const policy = shadowed?.policy ?? primary;
  const engine = createEngine({
    policy,
    evidence,
    logger,
    clock: { now },
    ...(log !== undefined && { onDecision: log.onDecision }),
    ...(world.ids !== undefined && { ids: world.ids }),
    ...(trust !== undefined && { trust }),
    ...(protocols !== undefined && { protocols }),
    ...(limits !== undefined && { limits }),
    ...(requiredFields !== undefined && { requiredFields }),
    ...(reviewPath !== undefined && { reviewPath }),
  });
  return {
    engine,
    policy,
    evidence,
    config,
    policyStatus: () => source?.status(),
    decisionCounters: () => log?.counters(),
    close: () => closeAll(closers),
  };
}

async function closeAll(closers: Opening['closers']): Promise<void> {
  let failure: unknown;
  // The last opened first, and each of them: one that fails must not keep the evidence open.
  for (const close of closers.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
}
