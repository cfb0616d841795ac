// SPDX-License-Identifier: Apache-2.0
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { CliIo } from '../../src/cli/io.js';
import { run } from '../../src/cli/run.js';
import type { Config } from '../../src/cli/setup/config.js';
import { hashToken } from '../../src/server/index.js';
import { example } from '../support/example.js';
import { archiveOf, createSetup, SIGNER } from './setup-support.js';

const place = createSetup();
afterAll(() => place.remove());

interface Served {
  readonly url: string;
  ready(): Promise<{ readonly policy: Record<string, unknown> }>;
  metric(name: string): Promise<number>;
  ask(): Promise<{ readonly outcome: string; readonly revision: string }>;
}

async function serving(config: Config, use: (served: Served) => Promise<void>): Promise<string> {
  let err = '';
  let listening = (_url: string): void => {};
  const url = new Promise<string>((resolve) => {
    listening = resolve;
  });
  const io: CliIo = {
    out: (text) => listening(/listening on (\S+)/.exec(text)?.[1] ?? ''),
    err: (text) => {
      err += text;
    },
    color: false,
    env: { PARLEY_LOG_LEVEL: 'error' },
    now: () => Date.now(),
    readStdin: async () => new Uint8Array(),
  };
  const tokens = [{ sha256: hashToken('secret'), tenant: 'acme', scopes: ['negotiate'] }];
  const file = place.config('serve.json', { ...config, server: { port: 0, tokens } });
  const ended = run(['serve', '--evidence', ':memory:', '--config', file], io);
  const at = await Promise.race([url, ended.then(() => '')]);
  if (at === '') return err;
  const text = async (path: string): Promise<string> => (await fetch(`${at}${path}`)).text();
  const { card, request } = example();
  try {
    await use({
      url: at,
      ready: async () => JSON.parse(await text('/readyz')),
      metric: async (name) =>
        Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await text('/metrics'))?.[1] ?? Number.NaN),
      async ask() {
        const response = await fetch(`${at}/v1/negotiations`, {
          method: 'POST',
          headers: { authorization: 'Bearer secret' },
          body: JSON.stringify({ request, card }),
        });
        const { outcome, receipt } = (await response.json()) as {
          outcome: string;
          receipt: { policyRefs: string[] };
        };
        return { outcome, revision: receipt.policyRefs[0] ?? '' };
      },
    });
  } finally {
    process.emit('SIGTERM');
    await ended;
  }
  return err;
}

/** Put an archive in place as a deployment does: whole, by renaming. */
async function deploy(name: string, ...args: Parameters<typeof archiveOf>): Promise<void> {
  writeFileSync(place.path(`${name}.new`), await archiveOf(...args));
  renameSync(place.path(`${name}.new`), place.path(name));
}

describe('parley serve', () => {
  it('puts a newer bundle in force while it runs, keeps a good one, and says so', async () => {
    await deploy('b.tar.gz', '1', { key: SIGNER });
    const policy = {
      bundle: 'b.tar.gz',
      verification: { keys: [{ id: 'k', algorithm: 'ES256', path: 'key.pem' }] },
    } as const;
    const decisionLog = { sink: 'file', path: 'served.ndjson' } as const;
    const err = await serving({ policy, decisionLog }, async ({ ready, ask, metric }) => {
      expect((await ready()).policy).toMatchObject({ revision: '1', origin: 'source', verified: true });
      expect(await ask()).toEqual({ outcome: 'accepted-with-constraints', revision: 'policy.1' });
      expect(await metric('parley_policy_source_failures')).toBe(0);

      await deploy('b.tar.gz', '2', { key: SIGNER, data: {} });
      await vi.waitFor(async () => expect((await ready()).policy).toMatchObject({ revision: '2' }), 10_000);
      expect(await ask()).toEqual({ outcome: 'rejected', revision: 'policy.2' });

      await deploy('b.tar.gz', '3');
      await vi.waitFor(
        async () =>
          expect((await ready()).policy).toMatchObject({
            revision: '2',
            failing: 'AUTHORIZED_BUNDLE_SIGNATURE_MISSING',
          }),
        10_000,
      );
      expect(await ask()).toEqual({ outcome: 'rejected', revision: 'policy.2' });
      expect(await metric('parley_policy_source_failures')).toBeGreaterThan(0);

      const counted = ['accepted', 'delivered', 'buffered', 'dropped'].map((name) =>
        metric(`parley_decision_events_${name}`),
      );
      expect(await Promise.all(counted)).toEqual([3, 3, 0, 0]);
    });
    expect(err).toContain('AUTHORIZED_BUNDLE_SIGNATURE_MISSING');
    const revisions = readFileSync(place.path('served.ndjson'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).bundles.parley.revision);
    expect(revisions).toEqual(['1', '2', '2']);
  });

  it('does not start without a first bundle that is good', async () => {
    await deploy('first.tar.gz', '1');
    const verification = { keys: [{ id: 'k', algorithm: 'ES256', path: 'key.pem' }] } as const;
    const never = async (): Promise<void> => expect.unreachable();
    expect(await serving({ policy: { bundle: 'first.tar.gz', verification } }, never)).toMatch(
      /^AUTHORIZED_BUNDLE_SIGNATURE_MISSING: /m,
    );
    expect(await serving({ policy: { bundle: 'none.tar.gz' } }, never)).toMatch(
      /^AUTHORIZED_BUNDLE_UNREADABLE: /m,
    );
    place.write('allow.json', { allow: [{}] });
    expect(await serving({ policy: { bundle: 'first.tar.gz', selfTest: 'allow.json' } }, never)).toMatch(
      /^AUTHORIZED_POLICY_SELF_TEST: /m,
    );
  });

  it('says which policy it is where nothing is watched', async () => {
    const data = place.write('data.json', example().data);
    await serving({ policy: { data } }, async ({ ready, metric }) => {
      const { policy } = await ready();
      expect(Object.keys(policy)).toEqual(['revision', 'digest', 'dataDigest']);
      expect(await metric('parley_policy_source_failures')).toBeNaN();
    });
  });
});
