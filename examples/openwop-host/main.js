// SPDX-License-Identifier: Apache-2.0
// `npm run example:openwop-host -- --port N --token T`: a minimal host that serves A2A and MCP behind the two guards,
// with discovery, an agent card and durable host events. A second `--token` is a second tenant.
import { parseArgs } from 'node:util';
import { createEngine } from 'tsmm-parley';
import { openSqliteEvidence } from 'tsmm-parley/evidence-sqlite';
import { createMemoryEvidence } from 'tsmm-parley/evidenced';
import { loadDefaultPolicy } from 'tsmm-parley/policy';
import { guardA2A, guardMcp, hashToken, readServerConfig, startServer } from 'tsmm-parley/server';
import { answerA2a } from './a2a.js';
import { agentCard } from './card.js';
import { answerMcp } from './mcp.js';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8471' },
    token: { type: 'string', multiple: true, default: [] },
    evidence: { type: 'string', default: 'openwop-host.evidence.sqlite' },
  },
});
if (values.token.length === 0) {
  console.error('usage: npm run example:openwop-host -- --port N --token T [--token T2] [--evidence FILE]');
  process.exit(2);
}

// 0.3 and 2025-06-18 lie below the floors: whoever names them is refused, and the refusal is recorded.
const protocols = {
  a2a: { versions: ['1.0'], preferred: '1.0', floor: '1.0' },
  mcp: { revisions: ['2025-11-25', '2026-07-28'], preferred: '2026-07-28', floor: '2025-11-25' },
};
const url = `http://127.0.0.1:${values.port}`;
const evidence = await openEvidence(values.evidence);
const engine = createEngine({ policy: await loadDefaultPolicy(), evidence, protocols });
const config = readServerConfig({
  port: Number(values.port),
  tokens: values.token.map((token, index) => ({ sha256: hashToken(token), tenant: `tenant-${index + 1}` })),
  a2a: { agentCardUrl: `${url}/.well-known/agent-card.json` },
  mcp: { serverUrls: [`${url}/mcp`] },
});
const logger = { debug() {}, info() {}, warn: log, error: log };

const server = await startServer({ engine, config, protocols, logger, extend });
console.log(`listening on ${server.url}`);
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, async () => {
    await server.stop();
    await evidence.close();
  });
}

/** The guarded endpoints, beside the routes of the server. */
function extend(app, port, tokens) {
  const authenticate = (request) => {
    const principal = tokens.authenticate(request.headers.get('authorization'));
    return principal === undefined
      ? { authenticated: false }
      : { authenticated: true, tenant: principal.tenant };
  };
  const a2a = { authenticate, silence: 'openwop', logger };
  const serveCard = guardA2A(port, () => Response.json(agentCard(url)), { ...a2a, binding: 'HTTP+JSON' });
  const serveA2a = guardA2A(port, answerA2a, a2a);
  const serveMcp = guardMcp(port, answerMcp, { authenticate, logger });
  app.get('/.well-known/agent-card.json', (c) => serveCard(c.req.raw));
  app.post('/a2a', (c) => serveA2a(c.req.raw));
  app.all('/mcp', (c) => serveMcp(c.req.raw));
}

/** Events outlive a restart where they are on disk; without SQLite they are in memory, and the host says so. */
async function openEvidence(path) {
  try {
    return await openSqliteEvidence(path);
  } catch (error) {
    if (error.code !== 'EVIDENCED_SQLITE_UNAVAILABLE') throw error;
    console.error('note: no SQLite can be loaded by this Node, so events do not outlive a restart');
    return createMemoryEvidence();
  }
}

function log(fields, message) {
  console.error(message, fields);
}
