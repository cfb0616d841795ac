// SPDX-License-Identifier: Apache-2.0

/** Why there is no body: it is larger than allowed, and then it is not read on, or it never came whole. */
export type NoBody = 'too-large' | 'unreadable';

/** The body of a request as bytes, or why there is none. */
export async function readBody(
  request: Request,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | NoBody> {
  try {
    return await readWhole(request, maxBytes);
  } catch {
    // The connection broke off, or the address is one that no request can be made of.
    return 'unreadable';
  }
}

async function readWhole(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | 'too-large'> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return 'too-large';
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      return 'too-large';
    }
    chunks.push(value);
  }
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

/** The same request again, with bytes that were read already and with headers of this side's choice. */
export function withBody(
  request: Request,
  body: Uint8Array<ArrayBuffer>,
  change: Readonly<Record<string, string | null>> = {},
): Request {
  const { method, signal, url } = request;
  const headers = new Headers(request.headers);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  // The length is that of the bytes that are handed on, which may have been rewritten.
  headers.delete('content-length');
  const has = method !== 'GET' && method !== 'HEAD';
  return new Request(url, { method, headers, signal, ...(has && { body }) });
}
