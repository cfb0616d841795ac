// SPDX-License-Identifier: Apache-2.0
import { fault, GovernanceError, quote } from '../../core/errors.js';

/** What is asked of a bundle server. */
export interface BundleRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag?: string | undefined;
  /** Seconds the server may hold the answer back until there is a new bundle. */
  readonly wait?: number | undefined;
  readonly mostBytes: number;
  readonly signal: AbortSignal;
}

/** What it answered. No `archive`: nothing new. */
export interface BundleResponse {
  readonly archive?: Uint8Array;
  readonly etag?: string;
  /** Whether the server holds answers back; known from an answer with a body only. */
  readonly longPolling?: boolean;
}

/**
 * One request of OPA's bundle API: ETag, `Prefer: modes=snapshot;wait=N`, 304.
 * @throws AuthorizedError AUTHORIZED_BUNDLE_SOURCE_FAILED, AUTHORIZED_BUNDLE_TOO_LARGE
 */
export async function fetchBundle(request: BundleRequest): Promise<BundleResponse> {
  try {
    const response = await fetch(request.url, { headers: headersOf(request), signal: request.signal });
    if (response.status === 304) {
      await response.body?.cancel();
      return {};
    }
    if (response.status !== 200) {
      await response.body?.cancel();
      throw fault('AUTHORIZED_BUNDLE_SOURCE_FAILED', {
        detail: `the server replied with ${response.status}`,
      });
    }
    const archive = await readBody(response, request.mostBytes);
    const etag = response.headers.get('etag') ?? '';
    // OPA's own sign of a server that does long polling.
    const longPolling = response.headers.get('content-type') === 'application/vnd.openpolicyagent.bundles';
    // OPA reads an empty body as "no bundle yet".
    return { ...(archive.byteLength > 0 && { archive }), ...(etag !== '' && { etag }), longPolling };
  } catch (cause) {
    if (cause instanceof GovernanceError) throw cause;
    const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
    throw fault('AUTHORIZED_BUNDLE_SOURCE_FAILED', { detail: quote(String(reason)), cause });
  }
}

function headersOf(request: BundleRequest): Record<string, string> {
  const wait = request.wait === undefined ? '' : `;wait=${request.wait}`;
  return {
    ...request.headers,
    Prefer: `modes=snapshot${wait}`,
    ...(request.etag !== undefined && { 'If-None-Match': request.etag }),
  };
}

async function readBody(response: Response, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > most) throw fault('AUTHORIZED_BUNDLE_TOO_LARGE', { detail: `archive over ${most} bytes` });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
