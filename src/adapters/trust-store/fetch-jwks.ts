// SPDX-License-Identifier: Apache-2.0
import { parseJwks } from './read-jwks.js';

/** How a document is fetched; `globalThis.fetch` fits as it is. */
export type FetchLike = (
  url: string,
  init: {
    readonly redirect: 'error';
    readonly signal: AbortSignal;
    readonly headers: Record<string, string>;
  },
) => Promise<Response>;

/** Largest key document that is read, in bytes. */
export const JWKS_BYTES_MOST: number = 64 * 1024;

/** Longest wait for a key document, its body among it; milliseconds. */
export const JWKS_MILLISECONDS_MOST = 5_000;

/**
 * Fetch the keys at a URL: no redirects, 64 KiB and 5 s at most.
 * @throws Error where they cannot be had; the message carries no content
 */
export async function fetchJwks(
  url: string,
  fetch: FetchLike,
  timeout: (milliseconds: number) => AbortSignal,
): Promise<readonly unknown[]> {
  const signal = timeout(JWKS_MILLISECONDS_MOST);
  const headers = { accept: 'application/jwk-set+json, application/json' };
  const response = await withinTime(fetch(url, { redirect: 'error', signal, headers }), signal);
  if (response.status !== 200 || response.redirected) throw new Error(`status ${response.status}`);
  const keys = parseJwks(await withinTime(readCapped(response), signal));
  if (keys === undefined) throw new Error('not a JWKS');
  return keys;
}

async function readCapped(response: Response): Promise<string> {
  if (Number(response.headers.get('content-length') ?? 0) > JWKS_BYTES_MOST) throw new Error('too large');
  const chunks: Uint8Array[] = [];
  let size = 0;
  // A declared length may lie, so the bytes are counted too; leaving the loop cancels the stream.
  for await (const chunk of response.body ?? []) {
    size += (chunk as Uint8Array).byteLength;
    if (size > JWKS_BYTES_MOST) throw new Error('too large');
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A promise, or a rejection once the signal is aborted: a fetch that ignores its signal must not hold us. */
function withinTime<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error('too slow'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
