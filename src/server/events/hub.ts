// SPDX-License-Identifier: Apache-2.0
import type { Logger } from '../../core/ports.js';
import type { EvidenceStore } from '../../evidenced/types.js';
import { parseRecordBody } from '../../openwop/parse-record-body.js';
import { isRunEvent } from '../../openwop/types.js';
import type { ServerLimits } from '../config.js';
import type { Metrics } from '../metrics.js';
import { type Connection, Subscriber } from './subscriber.js';
import { EventTail } from './tail.js';

/** Why a subscription did not begin. */
export type SubscriptionRefusal = 'unknown-event' | 'too-many' | 'closed';

/** Durable host events for subscribers: each sees its own tenant's, from where it left off. */
export interface EventHub {
  /**
   * The event stream of a subscriber.
   * @param lastEventId the durable event to resume after; empty or absent: only what comes from now on
   * @param connection what to cut where a subscriber was told to go and does not read
   */
  subscribe(
    tenant: string,
    lastEventId: string | undefined,
    connection?: Connection,
  ): ReadableStream<Uint8Array> | SubscriptionRefusal;
  /** A record may have been written: call it after each decision. */
  poke(): void;
  /** End every stream with a stated reason. */
  close(): void;
}

/** What a hub is made of. */
export interface HubOptions {
  readonly store: EvidenceStore;
  readonly limits: Pick<ServerLimits, 'keepAliveMs' | 'slowReaderMs' | 'maxSubscribers'>;
  readonly metrics: Metrics;
  readonly logger?: Logger;
}

/** Make a hub over an evidence store. It holds timers until it is closed; they do not keep a process alive. */
export function createEventHub({ store, limits, metrics, logger }: HubOptions): EventHub {
  const tail = new EventTail(store, (error) =>
    logger?.error({ cause: String(error) }, 'the evidence could not be read for subscribers'),
  );
  const subscribers = new Set<Subscriber>();
  let closed = false;
  const period = Math.max(5, Math.min(limits.keepAliveMs, limits.slowReaderMs) / 4);
  let last = performance.now();
  const tick = setInterval(() => {
    tail.poke();
    const now = performance.now();
    // A late tick means that this process was busy: nobody else is to blame for that time.
    const elapsed = Math.min(now - last, 2 * period);
    last = now;
    for (const subscriber of subscribers) subscriber.tick(elapsed);
  }, period);
  tick.unref();
  return {
    subscribe(tenant, lastEventId, connection = NO_CONNECTION) {
      if (closed) return 'closed';
      if (subscribers.size >= limits.maxSubscribers) return 'too-many';
      const after = lastEventId ? seqOf(store, tenant, lastEventId) : undefined;
      if (lastEventId && after === undefined) return 'unknown-event';
      const end = tail.enter(tenant);
      const subscriber = new Subscriber({
        tail,
        tenant,
        cursor: after ?? end,
        limits,
        connection,
        delivered: (count) => metrics.add('parley_events_delivered_total', count),
        dropped: (reason) => metrics.add('parley_subscribers_dropped_total', 1, { reason }),
        left: () => {
          subscribers.delete(subscriber);
          tail.leave(tenant);
          metrics.set('parley_subscribers', subscribers.size);
        },
      });
      subscribers.add(subscriber);
      metrics.set('parley_subscribers', subscribers.size);
      return subscriber.stream;
    },
    poke: () => tail.poke(),
    close() {
      closed = true;
      clearInterval(tick);
      tail.tryLook();
      for (const subscriber of [...subscribers]) subscriber.drop('shutdown');
    },
  };
}

const NO_CONNECTION: Connection = Object.freeze({ taken: () => 0, destroy() {} });

// Another tenant's event is as unknown as one that never was.
function seqOf(store: EvidenceStore, tenant: string, eventId: string): number | undefined {
  const entry = store.find(eventId);
  const body = entry === undefined ? undefined : parseRecordBody(entry.body);
  if (entry === undefined || body === undefined || isRunEvent(body.record)) return undefined;
  return body.audience?.tenant === tenant ? entry.seq : undefined;
}
