// SPDX-License-Identifier: Apache-2.0
import { type IncomingMessage, request } from 'node:http';

/** A frame of a server-sent event stream. */
export interface Frame {
  readonly event: string;
  readonly id: string;
  readonly data: Record<string, unknown>;
}

/** An open event stream of a test, over a connection of its own. */
export interface EventClient {
  readonly status: number;
  readonly frames: Frame[];
  readonly comments: string[];
  /** Resolves when the condition holds; looked at with each chunk. */
  until(condition: () => boolean): Promise<void>;
  /** Stop and go on reading from the socket. */
  pause(): void;
  resume(): void;
  readonly ended: Promise<void>;
  close(): void;
}

/** Subscribe; resolves with the first bytes, so that what happens afterwards is heard. */
export function subscribe(url: string, headers: Record<string, string> = {}): Promise<EventClient> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/host/events`, { headers, agent: false }, (response) => {
      const client = read(response, () => asked.destroy());
      if (response.statusCode !== 200) resolve(client);
      else client.until(() => client.comments.length > 0).then(() => resolve(client), reject);
    });
    asked.on('error', reject);
    asked.end();
  });
}

function read(response: IncomingMessage, destroy: () => void): EventClient {
  const frames: Frame[] = [];
  const comments: string[] = [];
  const waiting = new Set<() => void>();
  let rest = '';
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    rest += chunk;
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      if (block.startsWith(':')) comments.push(block.slice(1).trim());
      else frames.push(parse(block));
    }
    for (const look of [...waiting]) look();
  });
  const ended = new Promise<void>((resolve) => {
    response.on('close', resolve);
    response.on('error', () => {});
  });
  return {
    status: response.statusCode ?? 0,
    frames,
    comments,
    ended,
    until: (condition) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!condition()) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    pause: () => response.pause(),
    resume: () => response.resume(),
    close: destroy,
  };
}

function parse(block: string): Frame {
  const fields = new Map(
    block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]),
  );
  return {
    event: fields.get('event') ?? '',
    id: fields.get('id') ?? '',
    data: JSON.parse(fields.get('data') ?? 'null'),
  };
}

/** Headers with a bearer token. */
export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
