// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDefaultPolicy, loadPolicy, readPolicyFolder } from '../../../src/adapters/opa-wasm/index.js';
import { sha256Hex } from '../../../src/core/digest.js';
import { brief, codeOf, decide, FRIENDS, fixture, INPUT, mode, programmable } from './support.js';

describe('the self-test', () => {
  it('refuses a policy that allows nothing at all to anybody', async () => {
    const open = { wasm: fixture('open'), data: {}, revision: 'r1' };
    expect(await codeOf(() => loadPolicy(open))).toBe('AUTHORIZED_POLICY_SELF_TEST');
  });

  it('refuses a policy that allows what it must deny, or denies what it must allow', async () => {
    const [friend, mallory] = [mode('friend'), mode('friend', {}, 'mallory')];
    for (const selfTest of [{ deny: [friend] }, { allow: [mallory] }, { allow: [friend, mode('conflict')] }])
      expect(await codeOf(() => programmable({ selfTest }))).toBe('AUTHORIZED_POLICY_SELF_TEST');
    expect(await codeOf(() => programmable({ selfTest: { allow: [friend], deny: [mallory] } }))).toBe(
      'nothing was thrown',
    );
  });

  it('does not take a review for an allow or a deny', async () => {
    const result = {
      discovery: { visible: true, reasons: [{ code: 'c', message: 'm' }] },
      authorization: {
        decision: 'review',
        reasons: [{ code: 'c', message: 'm' }],
        constraints: [],
        obligations: [],
        scope: 's',
      },
    };
    const review = mode('result', { result });
    for (const selfTest of [{ deny: [review] }, { allow: [review] }])
      expect(await codeOf(() => programmable({ selfTest }))).toBe('AUTHORIZED_POLICY_SELF_TEST');
  });
});

describe('the manifest', () => {
  const wasm = fixture('programmable');
  const source = { wasm, data: FRIENDS, revision: 'r1' };

  it('must describe the module', async () => {
    const right = { wasm: { sha256: sha256Hex(wasm) }, entrypoints: { 'parley/decide': 0 } };
    expect(await codeOf(() => loadPolicy({ ...source, manifest: right }))).toBe('nothing was thrown');
    for (const manifest of [
      { wasm: { sha256: '0'.repeat(64) } },
      { ...right, entrypoints: { 'parley/decide': 1 } },
      { ...right, entrypoints: { 'parley/other': 0 } },
    ])
      expect(await codeOf(() => loadPolicy({ ...source, manifest }))).toBe('AUTHORIZED_POLICY_MANIFEST');
  });
});

describe('loadDefaultPolicy', () => {
  it('grants nothing without data of its own', async () => {
    const policy = await loadDefaultPolicy();
    const verdict = decide(policy, INPUT);
    expect([verdict.status, verdict.discovery.visible, brief(verdict)]).toEqual(['decided', false, 'deny']);
    expect(policy.identity.revision).toBe('1');
    expect(policy.entrypoints).toEqual(expect.arrayContaining(['parley/decide', 'parley/registry']));
  });

  it('grants what the example data grants', async () => {
    const data = JSON.parse(await readFile('policies/data.example.json', 'utf8'));
    const policy = await loadDefaultPolicy({ data });
    expect(await codeOf(() => loadDefaultPolicy({ data: { ...data, x: Number.NaN } }))).toBe(
      'AUTHORIZED_POLICY_DATA',
    );
    expect(brief(decide(policy, INPUT))).toBe('deny');
  });

  it('has findings about a card', async () => {
    const policy = await loadDefaultPolicy();
    const card = { provider: INPUT.provider, card: INPUT.card, protocols: [], skills: [INPUT.skill] };
    const codes = (await policy.checkCard(card)).map((finding) => finding.code);
    expect(codes).toContain('protocol.none-accepted');
    expect(codes).toContain('disclosure.undeclared');
    expect((await policy.checkCard({} as never)).map((finding) => finding.code)).toEqual([
      'registry.undecided',
    ]);
  });

  it('refuses findings that are none', async () => {
    const policy = await programmable();
    const answer = { findings: [{ code: 'c', severity: 'error', pointer: '', message: 'm' }] };
    expect(await policy.checkCard({ answer } as never)).toEqual(answer.findings);
    for (const wrong of [
      {},
      { findings: {} },
      { findings: [{ ...answer.findings[0], severity: 'fatal' }] },
      { findings: [{ ...answer.findings[0], pointer: 'x' }] },
      { ...answer, more: 1 },
    ])
      expect(await codeOf(() => policy.checkCard({ answer: wrong } as never))).toBe(
        'AUTHORIZED_POLICY_RESULT',
      );
    expect(await codeOf(() => policy.checkCard({} as never))).toBe('AUTHORIZED_POLICY_UNDEFINED');
  });
});

describe('readPolicyFolder', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-policy-'));
    await writeFile(join(folder, 'policy.wasm'), fixture('programmable'));
    await writeFile(join(folder, 'data.json'), JSON.stringify(FRIENDS));
    const manifest = { revision: 'r7', wasm: [{ entrypoint: 'parley/decide', module: '/policy.wasm' }] };
    await writeFile(join(folder, '.manifest'), JSON.stringify(manifest));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('reads a folder, or a module with the rest beside it', async () => {
    for (const path of [folder, join(folder, 'policy.wasm')]) {
      const source = await readPolicyFolder(path);
      expect([source.revision, source.entrypoints, source.data]).toEqual(['r7', ['parley/decide'], FRIENDS]);
      expect(brief(decide(await loadPolicy(source), mode('friend')))).toBe('allow');
    }
  });

  it('needs a module', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'parley-empty-'));
    for (const path of [empty, join(empty, 'missing'), join(empty, 'missing.wasm')])
      expect(await codeOf(() => readPolicyFolder(path))).toBe('AUTHORIZED_POLICY_FOLDER');
    await writeFile(join(empty, 'policy.wasm'), fixture('programmable'));
    expect(await readPolicyFolder(empty)).toMatchObject({ data: {}, revision: '', entrypoints: [] });
    for (const text of ['{', '[]', '"\ud800']) {
      await writeFile(join(empty, 'data.json'), text);
      expect(await codeOf(() => readPolicyFolder(empty))).toBe('AUTHORIZED_POLICY_FOLDER');
    }
    await rm(empty, { recursive: true, force: true });
  });
});
