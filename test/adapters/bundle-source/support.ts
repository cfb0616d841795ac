// SPDX-License-Identifier: Apache-2.0
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Timers } from '../../../src/adapters/bundle-source/index.js';

/** Timers that run when told to. */
export class ManualTimers implements Timers {
  readonly pending: Map<number, { readonly run: () => void; readonly delay: number }> = new Map<
    number,
    { readonly run: () => void; readonly delay: number }
  >();
  #next = 0;
  #waiting: (() => void)[] = [];

  set(run: () => void, delay: number): number {
    this.#next += 1;
    this.pending.set(this.#next, { run, delay });
    for (const wake of this.#waiting.splice(0)) wake();
    return this.#next;
  }

  clear(timer: unknown): void {
    this.pending.delete(timer as number);
  }

  /** The delay of the newest timer, once there is one. */
  async scheduled(): Promise<number> {
    while (this.pending.size === 0) await new Promise<void>((wake) => this.#waiting.push(wake));
    return [...this.pending.values()].at(-1)?.delay ?? -1;
  }

  /** Run every pending timer now. */
  fire(): void {
    const due = [...this.pending.values()];
    this.pending.clear();
    for (const { run } of due) run();
  }
}

/** What a bundle server was asked. */
export interface Asked {
  readonly path: string;
  readonly etag: string | undefined;
  readonly prefer: string;
  readonly authorization: string | undefined;
}

/** A server of OPA's bundle API on the loopback, as the documentation of OPA describes it. */
export class BundleServer {
  readonly requests: Asked[] = [];
  /** Answer with this status instead, while set. */
  status: number | undefined;
  longPolling = false;
  #archive: Uint8Array = new Uint8Array();
  #etag = '';
  #held: (() => void)[] = [];
  #waiting: (() => void)[] = [];
  readonly #server: Server = createServer((request, response) => this.#answer(request, response));

  async start(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  /** Offer an archive; answers held back go out with it. */
  publish(archive: Uint8Array, etag: string): void {
    this.#archive = archive;
    this.#etag = etag;
    for (const send of this.#held.splice(0)) send();
  }

  /** Resolves once a request meets the condition, past ones included. */
  async asked(condition: (request: Asked) => boolean): Promise<Asked> {
    for (;;) {
      const found = this.requests.find(condition);
      if (found !== undefined) return found;
      await new Promise<void>((wake) => this.#waiting.push(wake));
    }
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { headers, url = '' } = request;
    const prefer = String(headers.prefer ?? '');
    const etag = headers['if-none-match'];
    this.requests.push({ path: url, etag, prefer, authorization: headers.authorization });
    for (const wake of this.#waiting.splice(0)) wake();
    const send = (): void => this.#send(etag, response);
    if (this.longPolling && /wait=\d+/.test(prefer) && etag === this.#etag && this.status === undefined) {
      this.#held.push(send);
    } else {
      send();
    }
  }

  #send(etag: string | undefined, response: ServerResponse): void {
    if (this.status !== undefined) {
      response.writeHead(this.status).end('no');
    } else if (etag === this.#etag && etag !== '') {
      response.writeHead(304, { etag: this.#etag }).end();
    } else {
      const type = this.longPolling ? 'application/vnd.openpolicyagent.bundles' : 'application/gzip';
      response.writeHead(200, { 'content-type': type, etag: this.#etag }).end(this.#archive);
    }
  }
}
