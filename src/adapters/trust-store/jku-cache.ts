// SPDX-License-Identifier: Apache-2.0

import { SIGNATURES_MOST } from '../../advertised/signature/judge.js';
import { readSignature } from '../../advertised/signature/read-signature.js';
import { type Json, type JsonObject, member } from '../../core/json.js';
import type { Logger } from '../../core/ports.js';
import { type FetchLike, fetchJwks } from './fetch-jwks.js';

/** What the cache of fetched keys needs from outside. */
export interface JkuWorld {
  readonly fetch: FetchLike;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly timeout: (milliseconds: number) => AbortSignal;
  readonly logger: Logger;
}

/** Keys fetched from allow-listed URLs, kept for a bounded time. At most one entry per allowed URL. */
export interface JkuCache<Key> {
  /** Keys of a URL; none where the URL is not allowed, was not fetched, or its time is over. */
  keys(url: string, now: number): readonly Key[];
  prepare(emitted: JsonObject): Promise<void> | undefined;
}

interface Entry<Key> {
  readonly keys: readonly Key[];
  readonly until: number;
}

/** After a failure the URL is left alone this long, so that cards cannot make us knock at will. */
const FAILURE_MILLISECONDS = 30_000;

/**
 * A cache of fetched keys over an allow-list of exact URLs. `accept` reads the fetched keys (and tells the store
 * that they changed).
 */
export function createJkuCache<Key>(
  allowed: ReadonlySet<string>,
  ttlMilliseconds: number,
  world: JkuWorld,
  accept: (url: string, keys: readonly unknown[]) => readonly Key[],
): JkuCache<Key> {
  // Bounded by the allow-list: nothing else is ever put in.
  const entries = new Map<string, Entry<Key>>();
  const waiting = new Map<string, Promise<void>>();

  async function load(url: string): Promise<void> {
    try {
      const keys = accept(url, await fetchJwks(url, world.fetch, world.timeout));
      entries.set(url, { keys, until: world.now() + ttlMilliseconds });
    } catch (error) {
      // Fail closed: old keys are not used beyond their time because new ones cannot be had.
      entries.set(url, { keys: accept(url, []), until: world.now() + FAILURE_MILLISECONDS });
      const why = error instanceof Error ? error.message : 'unknown';
      world.logger.warn({ jku: url, why }, 'keys of an allowed jku cannot be had');
    } finally {
      waiting.delete(url);
    }
  }

  function refresh(url: string): Promise<void> | undefined {
    const entry = entries.get(url);
    if (entry !== undefined && world.now() < entry.until) return undefined;
    const running = waiting.get(url) ?? load(url);
    waiting.set(url, running);
    return running;
  }

  return {
    keys(url, now): readonly Key[] {
      const entry = entries.get(url);
      return entry !== undefined && now < entry.until ? entry.keys : [];
    },
    prepare(emitted): Promise<void> | undefined {
      if (allowed.size === 0) return undefined;
      const runs = jkusOf(emitted, allowed)
        .map(refresh)
        .filter((run) => run !== undefined);
      return runs.length === 0 ? undefined : Promise.all(runs).then(() => undefined);
    },
  };
}

function jkusOf(emitted: JsonObject, allowed: ReadonlySet<string>): readonly string[] {
  const list = member(emitted, 'signatures');
  if (!Array.isArray(list)) return [];
  const found = new Set<string>();
  for (const entry of (list as readonly Json[]).slice(0, SIGNATURES_MOST)) {
    const read = readSignature(entry);
    // Exactly as listed: no normalising, so that two spellings of a URL never meet.
    if (read.ok && read.jku !== undefined && allowed.has(read.jku)) found.add(read.jku);
  }
  return [...found];
}
