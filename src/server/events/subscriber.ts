// SPDX-License-Identifier: Apache-2.0
import type { ServerLimits } from '../config.js';
import type { EventTail } from './tail.js';

/** The connection below a stream, as far as ending it needs. */
export interface Connection {
  /** Bytes that the other side's machine has taken so far; changes while it reads. */
  taken(): number;
  destroy(): void;
}

/** What a subscriber is made of. */
export interface SubscriberParts {
  readonly tail: EventTail;
  readonly tenant: string;
  /** Where it begins: after this seq. */
  readonly cursor: number;
  readonly limits: Pick<ServerLimits, 'keepAliveMs' | 'slowReaderMs'>;
  readonly connection: Connection;
  readonly delivered: (frames: number) => void;
  /** This side ends it, and says why. */
  readonly dropped: (reason: string) => void;
  /** It is gone. */
  readonly left: () => void;
}

const ENCODER = new TextEncoder();

// How much an ending stream is still given at once; the rest is there for whoever resumes.
const MOST_PAGES = 32;

/**
 * One open `/host/events` stream. It holds a place in the log and at most one chunk: frames are read when the
 * connection takes more. One that takes nothing for too long is told why, closed, and may resume where it was.
 */
export class Subscriber {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #parts: SubscriberParts;
  #cursor: number;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** The connection asks for more and has not got it yet. */
  #asking = false;
  /** Set while nothing more is there for it. */
  #resume: (() => void) | undefined;
  /** Milliseconds since something was read or written, without the time in which this process did nothing else. */
  #idle = 0;
  #written = 0;
  #taken = -1;
  #ended: string | undefined;
  #gone = false;

  constructor(parts: SubscriberParts) {
    this.#parts = parts;
    this.#cursor = parts.cursor;
    this.stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
        // The first bytes tell the client that it is subscribed: what happens from now on reaches it.
        controller.enqueue(ENCODER.encode(': subscribed\n\n'));
      },
      pull: async (controller) => {
        this.#asking = true;
        try {
          await this.#pull(controller);
        } catch (error) {
          // The evidence cannot be read: the stream breaks off, and may be resumed like any other.
          this.#parts.dropped('evidence-unreadable');
          this.#leave();
          throw error;
        } finally {
          this.#asking = false;
        }
      },
      cancel: () => this.#leave(),
    });
  }

  /** Called every now and then: keep idle connections alive, end unread ones. */
  tick(elapsed: number): void {
    const { limits, connection } = this.#parts;
    this.#idle += elapsed;
    if (this.#resume !== undefined) {
      if (this.#idle < limits.keepAliveMs / 2) return;
      this.#enqueue(': keep-alive\n\n');
      this.#resume();
    } else if (this.#ended !== undefined) {
      const taken = connection.taken();
      if (taken !== this.#taken) this.#idle = 0;
      this.#taken = taken;
      if (this.#idle < limits.slowReaderMs) return;
      connection.destroy();
      this.#leave();
    } else if (this.#idle >= limits.slowReaderMs) this.drop('slow-reader');
  }

  /** End the stream with a stated reason; `Last-Event-ID` takes it up again without loss. */
  drop(reason: 'slow-reader' | 'shutdown'): void {
    if (this.#gone || this.#ended !== undefined) return;
    const asking = this.#asking;
    if (asking) this.#tryFlush();
    this.#ended = reason;
    this.#parts.dropped(reason);
    this.#enqueue(`: closed, ${reason}; resume with Last-Event-ID\n\n`);
    try {
      this.#controller?.close();
    } catch {
      // the connection has gone already
    }
    this.#resume?.();
    // Whoever was reading has read; whoever was not gets the rest as long as it reads at all.
    if (asking || reason === 'shutdown') this.#leave();
  }

  async #pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const { tail, tenant, delivered } = this.#parts;
    for (;;) {
      this.#idle = 0;
      if (this.#gone || this.#ended !== undefined) return;
      const before = this.#cursor;
      const { frames, cursor } = tail.read(tenant, before);
      this.#cursor = cursor;
      if (frames.length > 0) {
        controller.enqueue(ENCODER.encode(frames.map(({ text }) => text).join('')));
        delivered(frames.length);
        return;
      }
      // A page of the log without a frame of this tenant: go on, but let others have their turn.
      if (cursor > before) await new Promise((resolve) => setImmediate(resolve));
      else if (await this.#more()) return;
    }
  }

  /** Wait for more; true where something was written meanwhile, so that this turn is over. */
  async #more(): Promise<boolean> {
    const { tail, tenant } = this.#parts;
    const written = this.#written;
    await new Promise<void>((resolve) => {
      const cancel = tail.onMore(tenant, () => this.#resume?.());
      this.#resume = () => {
        cancel();
        this.#resume = undefined;
        resolve();
      };
    });
    return this.#written !== written;
  }

  /** What is there already, for a connection that waits: an end must not cut it off. */
  #flush(): void {
    const { tail, tenant, delivered } = this.#parts;
    for (let page = 0; page < MOST_PAGES; page++) {
      const { frames, cursor } = tail.read(tenant, this.#cursor);
      if (cursor === this.#cursor) return;
      this.#cursor = cursor;
      if (frames.length === 0) continue;
      this.#enqueue(frames.map(({ text }) => text).join(''));
      delivered(frames.length);
    }
  }

  #tryFlush(): void {
    try {
      this.#flush();
    } catch {
      // the rest is there for whoever resumes
    }
  }

  #enqueue(text: string): void {
    this.#idle = 0;
    this.#written += 1;
    try {
      this.#controller?.enqueue(ENCODER.encode(text));
    } catch {
      // the connection has gone already
    }
  }

  #leave(): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#resume?.();
    this.#parts.left();
  }
}
