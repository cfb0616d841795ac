// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type Config, loadConfig } from '../../src/cli/setup/config.js';
import { configShape } from '../../src/cli/setup/config-shape.js';
import { ours } from '../schemas/support.js';
import { createPlace } from '../support/cli.js';
import { RUNS } from '../support/runs.js';
import { mutated } from '../tsmm/support/mutate.js';

const place = createPlace();
afterAll(() => place.remove());

const POLICY: Config = {
  policy: {
    bundle: 'bundle.tar.gz',
    data: 'data.json',
    verification: {
      keys: [{ id: 'k', algorithm: 'ES256', path: 'key.pem', scope: '' }],
      keyId: 'k',
      scope: 'write',
      maxAgeSeconds: 60,
      skewSeconds: 0,
      formatting: 'any',
    },
    allowRollback: true,
    isolation: 'worker',
    timeoutMs: 100,
    workers: 2,
    obligations: ['notify'],
    shadow: { bundle: 'next', data: 'next.json' },
    selfTest: 'self-test.json',
  },
};
const URL_POLICY: Config = {
  policy: {
    url: 'https://policy.example/bundle.tar.gz',
    polling: { minDelaySeconds: 1, maxDelaySeconds: 2, longPollingSeconds: 3, timeoutSeconds: 4 },
    persist: 'last-good',
    tokenPath: 'token',
  },
};
const RULES = {
  labels: { app: 'x' },
  mask: [
    '/input/requester',
    { op: 'remove', path: '/result' },
    { op: 'upsert', path: '/input/x', value: null },
  ],
  drop: [
    {
      all: [
        { path: '/path', equals: 'x' },
        { path: '/a', in: [1] },
        { path: '/b', exists: false },
      ],
    },
  ],
} as const;
const LOGS: readonly Config[] = [
  { decisionLog: { sink: 'log', ...RULES } },
  { decisionLog: { sink: 'file', path: 'decisions.ndjson', ...RULES } },
  {
    decisionLog: {
      sink: 'http',
      service: 'https://logs.example',
      partition: 'p',
      tokenPath: 'token',
      spool: 'spool.sqlite',
      ...RULES,
    },
  },
];
const FULL: readonly Config[] = [POLICY, URL_POLICY, ...LOGS];

describe('the zod type and the JSON Schema of policy and decision log', () => {
  const validate = ours('parley-config');

  it('both accept one with every member, and read it as it is', () => {
    for (const config of FULL) {
      expect([validate(config), validate.errors]).toEqual([true, null]);
      expect(configShape.parse(config)).toEqual(config);
    }
  });

  it('accept and refuse the same documents', () => {
    let accepted = 0;
    fc.assert(
      fc.property(mutated(fc.constantFrom(...FULL)), (document) => {
        const verdict = validate(document);
        expect(configShape.safeParse(document).success).toBe(verdict);
        if (verdict) accepted++;
      }),
      { numRuns: RUNS * 2 },
    );
    expect(accepted).toBeGreaterThan(RUNS / 10);
  });
});

describe('a configuration of policy and decision log is refused, with a pointer', () => {
  it.each<readonly [string, unknown, string]>([
    ['two places at once', { policy: { bundle: 'a', url: 'https://b.example' } }, '/policy/url'],
    ['polling of nothing', { policy: { polling: {} } }, '/policy/polling'],
    ['a copy of nothing', { policy: { bundle: 'a', persist: 'b' } }, '/policy/persist'],
    ['a token for nobody', { policy: { tokenPath: 'b' } }, '/policy/tokenPath'],
    ['keys and no bundle', { policy: { verification: POLICY.policy?.verification } }, '/policy/verification'],
    [
      'keys that are none',
      { policy: { bundle: 'a', verification: { keys: [] } } },
      '/policy/verification/keys',
    ],
    [
      'an algorithm that is none',
      { policy: { bundle: 'a', verification: { keys: [{ id: 'k', algorithm: 'none', path: 'p' }] } } },
      '/policy/verification/keys/0/algorithm',
    ],
    ['a time limit that nothing keeps', { policy: { timeoutMs: 5 } }, '/policy/timeoutMs'],
    ['workers without isolation', { policy: { isolation: 'inline', workers: 5 } }, '/policy/workers'],
    ['no workers', { policy: { isolation: 'worker', workers: 0 } }, '/policy/workers'],
    ['a shadow of nothing', { policy: { shadow: {} } }, '/policy/shadow'],
    ['an unknown member', { policy: { bundel: 'a' } }, '/policy/bundel'],
    ['no sink', { decisionLog: {} }, '/decisionLog/sink'],
    ['an unknown sink', { decisionLog: { sink: 'kafka' } }, '/decisionLog/sink'],
    ['a file without a path', { decisionLog: { sink: 'file' } }, '/decisionLog/path'],
    ['an upload without a buffer', { decisionLog: { sink: 'http', service: 'x' } }, '/decisionLog/spool'],
    ['a path for the log', { decisionLog: { sink: 'log', path: 'x' } }, '/decisionLog/path'],
    [
      'a rule without conditions',
      { decisionLog: { sink: 'log', drop: [{ all: [] }] } },
      '/decisionLog/drop/0/all',
    ],
    ['a label that is no text', { decisionLog: { sink: 'log', labels: { a: 1 } } }, '/decisionLog/labels'],
  ])('%s', async (_, content, pointer) => {
    await expect(loadConfig(place.write('refused.json', content))).rejects.toMatchObject({
      code: 'CORE_CONFIG_INVALID',
      pointer,
    });
  });
});
