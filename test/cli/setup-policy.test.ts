// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openSqliteEvidence } from '../../src/adapters/evidence-sqlite/index.js';
import type { PolicyConfig } from '../../src/cli/setup/config-policy.js';
import type { EvidenceEntry } from '../../src/evidenced/types.js';
import { at, example } from '../support/example.js';
import { NOW } from '../support/now.js';
import { archiveOf, brief, createSetup, negotiate, SIGNER, serveBytes } from './setup-support.js';

const place = createSetup();
afterAll(() => place.remove());

const MEMORY = ['--evidence', ':memory:'];
const EXAMPLE_DATA = resolve('examples/contract-review/data.json');
const VERIFICATION = { keys: [{ id: 'k', algorithm: 'ES256', path: 'key.pem' }] } as const;
let count = 0;

async function run(policy: PolicyConfig, ...more: readonly string[]): Promise<string> {
  count += 1;
  return brief(await negotiate(place.config(`policy-${count}.json`, { policy }), ...MEMORY, ...more));
}

async function archive(name: string, ...args: Parameters<typeof archiveOf>): Promise<string> {
  const { writeFile } = await import('node:fs/promises');
  await writeFile(place.path(name), await archiveOf(...args));
  return name;
}

describe('policy.verification', () => {
  it('takes a bundle that the key verifies, and no other', async () => {
    const signed = await archive('signed.tar.gz', '7', { key: SIGNER });
    const plain = await archive('plain.tar.gz', '7');
    const expired = await archive('expired.tar.gz', '7', { key: SIGNER, expiresAt: NOW - 120_000 });
    expect(await run({ bundle: signed, verification: VERIFICATION })).toBe(
      'accepted-with-constraints policy.7',
    );
    expect(await run({ bundle: plain })).toBe('accepted-with-constraints policy.7');
    expect(await run({ bundle: signed })).toBe('AUTHORIZED_BUNDLE_SIGNATURE_UNEXPECTED');
    expect(await run({ bundle: plain, verification: VERIFICATION })).toBe(
      'AUTHORIZED_BUNDLE_SIGNATURE_MISSING',
    );
    expect(await run({ bundle: expired, verification: VERIFICATION })).toBe('AUTHORIZED_BUNDLE_EXPIRED');
    const scoped = { ...VERIFICATION, scope: 'write' };
    expect(await run({ bundle: signed, verification: scoped })).toBe('AUTHORIZED_BUNDLE_SIGNATURE_SCOPE');
    const other = { keys: [{ id: 'other', algorithm: 'ES256', path: 'key.pem' }] } as const;
    expect(await run({ bundle: signed, verification: other })).toBe(
      'AUTHORIZED_BUNDLE_SIGNATURE_KEY_UNKNOWN',
    );
    const absent = { keys: [{ id: 'k', algorithm: 'ES256', path: 'none.pem' }] } as const;
    expect(await run({ bundle: signed, verification: absent })).toBe('CORE_FILE_UNREADABLE');
  });

  it('holds for a bundle that a flag names, and a bare module has no signature', async () => {
    const policy = { bundle: 'signed.tar.gz', verification: VERIFICATION };
    const named = (path: string): Promise<string> => run(policy, '--policy', path, '--data', EXAMPLE_DATA);
    expect(await named('policies/bundle')).toBe('AUTHORIZED_BUNDLE_SIGNATURE_MISSING');
    expect(await named('policies/bundle/policy.wasm')).toBe('AUTHORIZED_BUNDLE_SIGNATURE_MISSING');
    expect(await named(place.path('signed.tar.gz'))).toBe('accepted-with-constraints policy.7');
  });
});

describe('how a policy is run', () => {
  it('in threads, with the same answer', async () => {
    const policy = { data: EXAMPLE_DATA, isolation: 'worker', timeoutMs: 20_000, workers: 2 } as const;
    expect(await run(policy)).toBe('accepted-with-constraints policy.1');
  });

  it('with obligations that the host carries out', async () => {
    const { data } = example();
    const path = ['policy_data', 'grants', 'requesters', 'client.agent.procurement', 'agent.contract-review'];
    const grant = at(data, ...path, 'contract-risk-review', 'scope.contract-review.enterprise');
    grant['obligations'] = [{ id: 'notify' }];
    place.write('notify.json', data);
    expect(await run({ data: 'notify.json' })).toBe('rejected policy.1');
    expect(await run({ data: 'notify.json', obligations: ['notify'] })).toBe(
      'accepted-with-constraints policy.1',
    );
  });

  it('only after its self-test', async () => {
    place.write('good.json', { deny: [{}, { requester: {} }] });
    place.write('bad.json', { allow: [{}] });
    place.write('shape.json', { deny: {} });
    place.write('extra.json', { refuse: [] });
    const outcomes = ['good', 'bad', 'shape', 'extra', 'none'].map((name) =>
      run({ data: EXAMPLE_DATA, selfTest: `${name}.json` }),
    );
    expect(await Promise.all(outcomes)).toEqual([
      'accepted-with-constraints policy.1',
      'AUTHORIZED_POLICY_SELF_TEST',
      'CORE_CONFIG_INVALID',
      'CORE_CONFIG_INVALID',
      'CORE_FILE_UNREADABLE',
    ]);
  });
});

describe('policy.url', () => {
  it('is asked once, with its token, and what it gives is verified', async () => {
    const signed = await archiveOf('9', { key: SIGNER });
    const server = await serveBytes(() => signed);
    try {
      place.write('token', 'secret\n');
      const url = `${server.url}/bundles/parley`;
      const policy = { url, tokenPath: 'token', verification: VERIFICATION };
      expect(await run(policy)).toBe('accepted-with-constraints policy.9');
      expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer secret']);
      expect(await run({ url })).toBe('AUTHORIZED_BUNDLE_SIGNATURE_UNEXPECTED');
      expect(await run({ url, tokenPath: 'no-token' })).toBe('CORE_FILE_UNREADABLE');
      expect(await run(policy, '--policy', 'policies/bundle', '--data', EXAMPLE_DATA)).toBe(
        'AUTHORIZED_BUNDLE_SIGNATURE_MISSING',
      );
    } finally {
      await server.close();
    }
  });

  it('that does not answer is no policy, unless a copy was kept', async () => {
    let answer: number | Uint8Array = 503;
    const server = await serveBytes(() => answer);
    const policy = { url: `${server.url}/b`, persist: 'last-good', data: EXAMPLE_DATA };
    try {
      expect(await run(policy)).toBe('AUTHORIZED_BUNDLE_SOURCE_FAILED');
      answer = await archiveOf('3');
      expect(await run(policy)).toBe('accepted-with-constraints policy.3');
      expect(existsSync(place.path('last-good/bundle.tar.gz'))).toBe(true);
      answer = 503;
      expect(await run(policy)).toBe('accepted-with-constraints policy.3');
      answer = await archiveOf('4');
      expect(await run(policy)).toBe('accepted-with-constraints policy.4');
      // Older than the last one seen: the copy stays, unless that is allowed.
      answer = await archiveOf('2');
      expect(await run(policy)).toBe('accepted-with-constraints policy.4');
      expect(await run({ ...policy, allowRollback: true })).toBe('accepted-with-constraints policy.2');
    } finally {
      await server.close();
    }
    expect(await run(policy)).toBe('accepted-with-constraints policy.2');
  });

  it.each<[string, Partial<PolicyConfig>, string]>([
    ['an address that is none', { url: 'ftp://x' }, 'CORE_CONFIG_INVALID'],
    ['plain HTTP to somewhere, unsigned', { url: 'http://policy.example/b' }, 'CORE_CONFIG_INVALID'],
    [
      'delays that cross',
      { url: 'https://policy.example/b', polling: { minDelaySeconds: 9, maxDelaySeconds: 3 } },
      'CORE_CONFIG_INVALID',
    ],
    [
      'a shadow that has no bundle',
      { url: 'https://policy.example/b', shadow: { data: 'x.json' } },
      'CORE_CONFIG_INVALID',
    ],
  ])('refuses %s', async (_, policy, code) => {
    expect(await run(policy)).toBe(code);
  });
});

describe('policy.shadow', () => {
  async function shadowing(policy: PolicyConfig): Promise<{
    readonly answer: string;
    readonly err: string;
    readonly entries: readonly EvidenceEntry[];
  }> {
    count += 1;
    const evidence = place.path(`shadow-${count}.sqlite`);
    const config = place.config(`shadow-${count}.json`, { policy, evidence: { path: evidence } });
    const ran = await negotiate(config);
    const store = await openSqliteEvidence(evidence, { readOnly: true });
    const entries = [...store.entries()];
    await store.close();
    return { answer: brief(ran), err: ran.err, entries };
  }
  const differences = (entries: readonly EvidenceEntry[]): readonly Record<string, unknown>[] =>
    entries.filter(({ kind }) => kind === 'policy').map(({ body }) => JSON.parse(body));

  it('is never enforced, and where it differs that is logged and kept', async () => {
    place.write('nothing.json', {});
    const stricter = await shadowing({ data: EXAMPLE_DATA, shadow: { data: 'nothing.json' } });
    expect(stricter.answer).toBe('accepted-with-constraints policy.1');
    const negotiation = JSON.parse(stricter.entries.find(({ kind }) => kind === 'negotiation')?.body ?? '');
    expect(differences(stricter.entries)).toMatchObject([
      {
        format: 'parley.policy-shadow/1',
        difference: 'would_deny',
        inputDigest: negotiation.verdict.inputDigest,
        decided: { policy: negotiation.policy, decision: 'allow' },
        shadow: { visible: false, decision: 'deny' },
      },
    ]);
    expect(JSON.parse(stricter.err)).toMatchObject({ difference: 'would_deny', level: 40 });

    const looser = await shadowing({ data: 'nothing.json', shadow: { data: EXAMPLE_DATA } });
    expect(looser.answer).toBe('rejected policy.1');
    expect(differences(looser.entries)).toMatchObject([{ difference: 'would_allow' }]);
  });

  it('says nothing where it agrees, whatever bundle it is', async () => {
    await archive('next.tar.gz', '2', { data: {} });
    const same = await shadowing({ data: EXAMPLE_DATA, shadow: { bundle: 'next.tar.gz' } });
    expect([same.answer, same.err]).toEqual(['accepted-with-constraints policy.1', '']);
    expect(differences(same.entries)).toEqual([]);
  });

  it('that cannot be loaded is told at once', async () => {
    expect(await run({ data: EXAMPLE_DATA, shadow: { bundle: 'no-such-bundle' } })).toBe(
      'AUTHORIZED_BUNDLE_UNREADABLE',
    );
  });
});
