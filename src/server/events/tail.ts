// SPDX-License-Identifier: Apache-2.0
import type { EvidenceStore } from '../../evidenced/types.js';
import { type EventFrame, frameOf } from './frame.js';

/** The newest frames of one tenant. Everything after `completeFrom` that exists is in here. */
interface Ring {
  readonly frames: EventFrame[];
  completeFrom: number;
  readonly wake: Set<() => void>;
  readers: number;
}

/** How far one read went. */
export interface Read {
  readonly frames: readonly EventFrame[];
  /** Everything up to this seq was looked at. */
  readonly cursor: number;
}

const RING = 4_096;
const PAGE = 128;
const SCAN = 4_096;

/**
 * Follows the evidence for the tenants that have subscribers. New entries are parsed once and kept in memory for a
 * while; a subscriber that is further behind reads the evidence itself, so that nobody's slowness costs memory.
 */
export class EventTail {
  readonly #store: EvidenceStore;
  readonly #failed: (error: unknown) => void;
  readonly #rings = new Map<string, Ring>(); // tenants come from configuration, but are free text
  #tail: number;
  #scheduled = false;

  /** @param failed the evidence could not be read this time; the next poke looks again */
  constructor(store: EvidenceStore, failed: (error: unknown) => void) {
    this.#store = store;
    this.#failed = failed;
    this.#tail = store.head().seq;
  }

  /** Something may have been written. Cheap; many calls make one look. */
  poke(): void {
    if (this.#scheduled || this.#rings.size === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.tryLook();
    });
  }

  /** A subscriber of this tenant came; give back the end of the log as of now. */
  enter(tenant: string): number {
    this.look();
    const ring = this.#rings.get(tenant);
    if (ring === undefined) {
      this.#rings.set(tenant, { frames: [], completeFrom: this.#tail, wake: new Set(), readers: 1 });
    } else ring.readers += 1;
    return this.#tail;
  }

  /** One subscriber of this tenant left. */
  leave(tenant: string): void {
    const ring = this.#rings.get(tenant);
    if (ring === undefined) return;
    ring.readers -= 1;
    if (ring.readers === 0) this.#rings.delete(tenant);
  }

  /** The next frames of a tenant after a seq; a page of them at most. */
  read(tenant: string, cursor: number): Read {
    const ring = this.#rings.get(tenant);
    if (ring !== undefined && cursor >= ring.completeFrom) return readRing(ring, cursor, this.#tail);
    return this.#readStore(tenant, cursor);
  }

  /** Be told once when there may be more for a tenant; the answer takes the wish back. */
  onMore(tenant: string, wake: () => void): () => void {
    const ring = this.#rings.get(tenant);
    ring?.wake.add(wake);
    return () => ring?.wake.delete(wake);
  }

  /** Take up what was written since the last look, where nobody is there to be told that it cannot be read. */
  tryLook(): void {
    try {
      this.look();
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Take up what was written since the last look. */
  look(): void {
    const end = this.#store.head().seq;
    if (this.#rings.size === 0) {
      this.#tail = end;
      return;
    }
    if (end <= this.#tail) return;
    const woken = new Set<Ring>();
    try {
      for (const entry of this.#store.entries(this.#tail + 1)) {
        this.#tail = entry.seq;
        const frame = frameOf(entry);
        const ring = frame === undefined ? undefined : this.#rings.get(frame.tenant);
        if (frame === undefined || ring === undefined) continue;
        ring.frames.push(frame);
        if (ring.frames.length > RING) trim(ring);
        woken.add(ring);
      }
    } finally {
      for (const ring of woken) {
        for (const wake of [...ring.wake]) wake();
      }
    }
  }

  #readStore(tenant: string, cursor: number): Read {
    const frames: EventFrame[] = [];
    let seen = cursor;
    for (const entry of this.#store.entries(cursor + 1)) {
      seen = entry.seq;
      const frame = frameOf(entry);
      if (frame?.tenant === tenant) frames.push(frame);
      if (frames.length >= PAGE || seen - cursor >= SCAN || seen >= this.#tail) break;
    }
    return { frames, cursor: seen };
  }
}

function readRing(ring: Ring, cursor: number, tail: number): Read {
  let low = 0;
  let high = ring.frames.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ring.frames[middle]?.seq ?? 0) <= cursor) low = middle + 1;
    else high = middle;
  }
  const frames = ring.frames.slice(low, low + PAGE);
  const last = frames.at(-1);
  const all = low + frames.length === ring.frames.length;
  return { frames, cursor: all || last === undefined ? Math.max(tail, cursor) : last.seq };
}

// Half at once: one shift per frame would move the whole array each time.
function trim(ring: Ring): void {
  const gone = ring.frames.splice(0, RING / 2);
  ring.completeFrom = gone.at(-1)?.seq ?? ring.completeFrom;
}
