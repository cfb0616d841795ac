// SPDX-License-Identifier: Apache-2.0
import { dirname, resolve } from 'node:path';
import type { TrustStore } from '../../adapters/trust-store/index.js';
import type { Config } from './config.js';

/**
 * The keys that are trusted: those of the command line, then those of the configuration, whose paths are relative to
 * its file; `undefined` where neither names any.
 */
export async function openTrust(
  jwks: readonly string[],
  config: Config,
  configPath: string | undefined,
): Promise<TrustStore | undefined> {
  if (jwks.length === 0 && config.trust === undefined) return undefined;
  const { createTrustStore, readTrustConfig } = await import('../../adapters/trust-store/index.js');
  const { jwks: configured, ...rest } = config.trust ?? {};
  const named = jwks.map((path) => ({ path }));
  if (configured !== undefined && !Array.isArray(configured))
    return createTrustStore(readTrustConfig(config.trust));
  const pinned = (configured ?? []).map((entry: unknown) => located(entry, configPath));
  return createTrustStore(readTrustConfig({ ...rest, jwks: [...named, ...pinned] }));
}

function located(entry: unknown, configPath: string | undefined): unknown {
  if (configPath === undefined || typeof entry !== 'object' || entry === null) return entry;
  if (!('path' in entry) || typeof entry.path !== 'string') return entry;
  return { ...entry, path: resolve(dirname(configPath), entry.path) };
}
