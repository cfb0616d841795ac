// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openSqliteEvidence } from '../../src/adapters/evidence-sqlite/index.js';
import { loadBetterSqlite3, loadNodeSqlite } from '../../src/adapters/sqlite/load-library.js';
import type { CliIo } from '../../src/cli/io.js';
import { run } from '../../src/cli/run.js';
import { verifyEvidence } from '../../src/evidenced/index.js';
import { hashToken } from '../../src/server/index.js';
import { example } from '../support/example.js';
import { bearer } from './http.js';

const folder = mkdtempSync(join(tmpdir(), 'parley-serve-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

function start(args: readonly string[]) {
  let out = '';
  let err = '';
  let heard = (): void => {};
  const listening = new Promise<string>((resolve) => {
    heard = () => {
      const url = /listening on (\S+)/.exec(out)?.[1];
      if (url !== undefined) resolve(url);
    };
  });
  const io: CliIo = {
    out: (text) => {
      out += text;
      heard();
    },
    err: (text) => {
      err += text;
    },
    color: false,
    env: {},
    now: () => Date.now(),
    readStdin: async () => new Uint8Array(),
  };
  const ended = run(['serve', '--evidence', ':memory:', ...args], io).then((code) => ({ code, out, err }));
  return { listening, ended };
}

const tokens = [{ sha256: hashToken('secret'), tenant: 'acme', scopes: ['negotiate', 'events', 'evidence'] }];

const library = (await loadBetterSqlite3()) ?? (await loadNodeSqlite());

describe('parley serve', () => {
  it('serves what its configuration says, and stops when it is told', async () => {
    const { card, request, data } = example();
    const config = file('parley.config.json', {
      server: { port: 0, tokens, limits: { shutdownMs: 500 } },
      protocols: { a2a: { versions: ['1.0'], preferred: '1.0', floor: '1.0' } },
      policy: { data: file('data.json', data) },
    });
    const { listening, ended } = start(['--config', config]);
    const url = await Promise.race([listening, ended.then(({ err }) => Promise.reject(new Error(err)))]);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const doc = (await (await fetch(`${url}/.well-known/openwop`)).json()) as { a2a: object };
    expect(doc.a2a).toMatchObject({ versions: ['1.0'], minimumVersion: '1.0' });
    const response = await fetch(`${url}/v1/negotiations`, {
      method: 'POST',
      headers: bearer('secret'),
      body: JSON.stringify({ request, card }),
    });
    expect(await response.json()).toMatchObject({ outcome: 'accepted-with-constraints' });
    process.emit('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, err: '' });
  });

  it('takes its tokens from a file of their own, which wins', async () => {
    const config = file('wins.json', {
      server: { port: 1, tokens: [{ sha256: '0'.repeat(64), tenant: 'x' }] },
    });
    const { listening, ended } = start([
      '--config',
      config,
      '--port',
      '0',
      '--tokens',
      file('tokens.json', { tokens }),
    ]);
    const url = await Promise.race([listening, ended.then(({ err }) => Promise.reject(new Error(err)))]);
    expect((await fetch(`${url}/v1/evidence/none`, { headers: bearer('secret') })).status).toBe(404);
    process.emit('SIGINT');
    expect((await ended).code).toBe(0);
  });

  it.skipIf(library === undefined)(
    'stopped with negotiations in flight, has the evidence of each that it answered (skipped without SQLite)',
    async () => {
      const { card, request, data } = example();
      const { negotiationId: _id, ...asked } = request;
      const config = file('stopped.json', {
        server: { port: 0, tokens, limits: { shutdownMs: 5_000 } },
        policy: { data: file('stopped-data.json', data) },
      });
      const path = join(folder, 'stopped.sqlite');
      const { listening, ended } = start(['--config', config, '--evidence', path]);
      const url = await Promise.race([listening, ended.then(({ err }) => Promise.reject(new Error(err)))]);
      const answered: string[] = [];
      let first = (): void => {};
      const begun = new Promise<void>((resolve) => {
        first = resolve;
      });
      const body = JSON.stringify({ request: asked, card });
      const calls = Array.from({ length: 64 }, async () => {
        const init = { method: 'POST', headers: bearer('secret'), body };
        const answer = (await (await fetch(`${url}/v1/negotiations`, init)).json()) as {
          receipt: { decisionId: string };
          record: { eventId: string };
        };
        answered.push(answer.receipt.decisionId, answer.record.eventId);
        first();
      });
      // what had not arrived yet is refused a connection; nothing was decided about it
      const settled = Promise.allSettled(calls);
      await begun;
      process.emit('SIGTERM');
      expect(await ended).toMatchObject({ code: 0, err: '' });
      await settled;
      const evidence = await openSqliteEvidence(path, { readOnly: true });
      expect(answered.filter((id) => evidence.find(id) === undefined)).toEqual([]);
      expect(verifyEvidence(evidence).ok).toBe(true);
      await evidence.close();
    },
  );

  it('writes no token to its log, whatever comes with it', async () => {
    const config = file('quiet.json', { server: { port: 0, tokens, limits: { shutdownMs: 100 } } });
    const { listening, ended } = start(['--config', config]);
    const url = await Promise.race([listening, ended.then(({ err }) => Promise.reject(new Error(err)))]);
    const { card, request } = example();
    const bodies = [
      '{',
      JSON.stringify({ request, card }),
      JSON.stringify({ request: 1, card: 'secret-card' }),
    ];
    for (const token of ['secret', 'wrong-secret']) {
      for (const body of bodies)
        await fetch(`${url}/v1/negotiations?token=${token}`, {
          method: 'POST',
          headers: bearer(token),
          body,
        });
    }
    process.emit('SIGTERM');
    const { out, err } = await ended;
    expect(`${out}${err}`).not.toContain('secret');
  });

  const refusals: [string, string[], string][] = [
    ['no tokens', [], 'CORE_CONFIG_INVALID at /server/tokens'],
    [
      'a token in clear',
      ['--tokens', file('clear.json', { tokens: [{ token: 'secret', tenant: 'a' }] })],
      'CORE_CONFIG_INVALID at /server/tokens/0',
    ],
    ['a file without tokens', ['--tokens', file('none.json', {})], 'CORE_CONFIG_INVALID at /server/tokens'],
    ['a file that is not there', ['--tokens', join(folder, 'missing.json')], 'CORE_FILE_UNREADABLE'],
    ['no number', ['--port', 'http'], 'CORE_USAGE'],
    ['a number that is too high', ['--port', '70000'], 'CORE_CONFIG_INVALID at /server/port'],
    [
      'an unknown member',
      ['--config', file('odd.json', { server: { tls: true } })],
      'CORE_CONFIG_INVALID at /server/tls',
    ],
    [
      'an address that is not ours',
      ['--host', '192.0.2.1', '--port', '0', '--tokens', file('t.json', { tokens })],
      'OPENWOP_ADDRESS_UNAVAILABLE',
    ],
  ];
  it.each(refusals)('does not start with %s', async (_name, args, start_) => {
    const { code, out, err } = await start(args).ended;
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.startsWith(start_)).toBe(true);
    expect(err.trimEnd()).not.toContain('\n');
  });
});
