// SPDX-License-Identifier: Apache-2.0

const SERVER = { name: 'parley-example-host', version: '0.1.0' };
const CAPABILITIES = { tools: {} };

/** The MCP endpoint, with the handshake and without: no tools. The guard has dealt with the version by now. */
export async function answerMcp(request, negotiated) {
  if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } });
  // The guard has read the message: it is one, or a batch of a revision that has batches, which are not offered here.
  const { id, method } = await request.json();
  if (id === undefined) return new Response(null, { status: 202 });
  const modern = negotiated.version >= '2026-07-28';
  const complete = modern ? { resultType: 'complete' } : {};
  switch (method) {
    case 'initialize':
      return result(id, {
        protocolVersion: negotiated.version,
        capabilities: CAPABILITIES,
        serverInfo: SERVER,
      });
    case 'server/discover':
      return result(id, {
        ...complete,
        supportedVersions: ['2026-07-28', '2025-11-25'],
        capabilities: CAPABILITIES,
        ttlMs: 60_000,
        cacheScope: 'public',
      });
    case 'tools/list':
      return result(id, { ...complete, tools: [], ...(modern && { ttlMs: 60_000, cacheScope: 'public' }) });
    case 'ping':
      return result(id, complete);
    default:
      return Response.json({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } });
  }
}

function result(id, value) {
  return Response.json({ jsonrpc: '2.0', id, result: value });
}
