// SPDX-License-Identifier: Apache-2.0

import { fault, quote } from '../../core/errors.js';
import { parseUrl } from '../../core/parse-url.js';
import { type Logger, SILENT } from '../../core/ports.js';
import { openSpool, spoolFault } from './internal/spool.js';
import { type Timer, Uploader } from './internal/uploader.js';
import type { DecisionSink } from './types.js';

/** Options of {@link openHttpSink}. */
export interface HttpSinkOptions {
  /** Base URL of the service; events are posted to `<service>/logs`, or `<service>/logs/<partition>`. */
  readonly service: string;
  readonly partition?: string;
  /** Bearer token, or a function that gives the one of the moment. */
  readonly token?: string | (() => string);
  /** File in which events wait until they are acknowledged; one process at a time. */
  readonly spool: string;
  /** Bytes of events that may wait; more make `write` wait. 256 MB by default. */
  readonly mostBuffered?: number;
  /** Bytes of events in one request before compression; one larger event still goes alone. 1 MB by default. */
  readonly mostPerRequest?: number;
  /** Events in one request; 500 by default. */
  readonly mostEvents?: number;
  /** Milliseconds before the first retry, and at most; 1,000 and 60,000 by default. */
  readonly minDelay?: number;
  readonly maxDelay?: number;
  /** Milliseconds for one request; 30,000 by default. */
  readonly requestTimeout?: number;
  readonly logger?: Pick<Logger, 'warn'>;
  readonly timer?: Timer;
  readonly random?: () => number;
  readonly fetch?: typeof globalThis.fetch;
  /** Called with the decision ids of a batch that is acknowledged and forgotten. */
  readonly onDelivered?: (decisionIds: readonly string[]) => void;
}

/** A sink that uploads. */
export interface HttpSink extends DecisionSink {
  /** Resolves when nothing is buffered. */
  flushed(): Promise<void>;
}

/**
 * Upload events as OPA does: POST of a gzipped JSON array, again until the service answers 2xx. Events wait on disk,
 * so neither a crash nor a service that is down loses one; a service may get an event twice, under one decision id.
 * @throws EvidencedError EVIDENCED_DECISION_LOG_INVALID, EVIDENCED_DECISION_LOG_FAILED, EVIDENCED_LOCKED,
 *   EVIDENCED_SQLITE_UNAVAILABLE
 */
export async function openHttpSink(options: HttpSinkOptions): Promise<HttpSink> {
  const url = uploadUrl(options);
  const { token, mostBuffered = 256_000_000 } = options;
  const spool = await openSpool(options.spool);
  const waiting = new Set<() => void>();
  let accepted = spool.count();
  let delivered = 0;
  let writing = 0;
  let left: number | undefined;
  let closed = false;
  const uploader = new Uploader({
    spool,
    url,
    token: typeof token === 'string' ? () => token : token,
    timer: options.timer ?? startTimer,
    fetch: options.fetch ?? globalThis.fetch,
    random: options.random ?? Math.random,
    logger: options.logger ?? SILENT,
    minDelay: options.minDelay ?? 1_000,
    maxDelay: options.maxDelay ?? 60_000,
    requestTimeout: options.requestTimeout ?? 30_000,
    mostEvents: options.mostEvents ?? 500,
    mostBytes: options.mostPerRequest ?? 1_000_000,
    onDelivered(ids) {
      delivered += ids.length;
      wakeAll(waiting);
      options.onDelivered?.(ids);
    },
  });
  const change = (): Promise<void> => new Promise((resolve) => waiting.add(resolve));
  uploader.wake();
  return {
    name: 'http',
    async write(event) {
      const text = JSON.stringify(event);
      // Back-pressure: an event that finds no room waits, and with it the decision. None is thrown away.
      const size = Buffer.byteLength(text);
      const isFull = (): boolean => {
        const used = spool.size + writing;
        return used > 0 && used + size > mostBuffered;
      };
      while (!closed && isFull()) await change();
      if (closed) throw fault('EVIDENCED_CLOSED');
      writing += size;
      try {
        if (await spool.add(event.decision_id, text)) accepted += 1;
      } catch (error) {
        wakeAll(waiting);
        throw spoolFault(options.spool, error);
      } finally {
        writing -= size;
      }
      uploader.wake();
    },
    counters() {
      const buffered = left ?? spool.count();
      return { accepted, delivered, buffered, dropped: accepted - delivered - buffered };
    },
    async flushed() {
      while (!closed && spool.count() > 0) await change();
    },
    async close() {
      if (closed) return;
      closed = true;
      wakeAll(waiting);
      await uploader.stop();
      await spool.drained();
      left = spool.count();
      spool.close();
    },
  };
}

function uploadUrl({ service, partition }: HttpSinkOptions): string {
  const refuse = (detail: string): Error =>
    fault('EVIDENCED_DECISION_LOG_INVALID', { pointer: '/service', detail });
  const url = parseUrl(service);
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw refuse(`${quote(service)} is no HTTP URL`);
  if (url.username !== '' || url.password !== '') throw refuse('credentials belong in the token');
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path}/logs${partition === undefined ? '' : `/${encodeURIComponent(partition)}`}`;
}

function wakeAll(waiting: Set<() => void>): void {
  const now = [...waiting];
  waiting.clear();
  for (const resolve of now) resolve();
}

function startTimer(milliseconds: number, action: () => void): () => void {
  const timeout = setTimeout(action, milliseconds);
  return () => clearTimeout(timeout);
}
