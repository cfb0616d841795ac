// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AdvertisedCapability } from '../../src/advertised/types.js';
import { authorize } from '../../src/authorized/authorize.js';
import type { AuthorizedCapability } from '../../src/authorized/types.js';
import { createIssuer } from '../../src/core/state.js';
import { discover } from '../../src/discoverable/discover.js';
import type { DiscoverableCapability } from '../../src/discoverable/types.js';
import { attest } from '../../src/evidenced/attest.js';
import { execute } from '../../src/executed/execute.js';
import type { ExecutedCapability } from '../../src/executed/types.js';
import { negotiate } from '../../src/negotiated/negotiate.js';
import type { NegotiatedCapability } from '../../src/negotiated/types.js';

type ContextOf<F extends (...args: never[]) => unknown> = Parameters<F>[1];

describe('a skipped layer', () => {
  it('does not compile: every line that skips one is an error that is expected', () => {
    // An unused `@ts-expect-error` is itself an error, so this passes only where each line fails.
    const tsc = 'node_modules/typescript/bin/tsc';
    const args = [tsc, '--noEmit', '-p', 'test/architecture/tsconfig.skipped.json'];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    const expected = readFileSync('test/architecture/skipped-layers.ts', 'utf8').match(/@ts-expect-error/g);
    expect(expected?.length).toBeGreaterThanOrEqual(7);
  });
});

describe('a forged state is refused at run time', () => {
  const issuer = createIssuer();
  const context = { issuer } as unknown;

  const forgeries: readonly (readonly [string, unknown])[] = [
    ['undefined', undefined],
    ['null', null],
    ['a string', 'authorized'],
    ['an empty object', {}],
    ['an object that names its layer', { layer: 'advertised' }],
  ];

  const layers: readonly (readonly [string, (state: unknown) => unknown])[] = [
    ['discover', (state) => discover(state as AdvertisedCapability, context as ContextOf<typeof discover>)],
    [
      'negotiate',
      (state) => negotiate(state as DiscoverableCapability, context as ContextOf<typeof negotiate>),
    ],
    [
      'authorize',
      (state) => authorize(state as NegotiatedCapability, context as ContextOf<typeof authorize>),
    ],
    ['attest', (state) => attest(state as ExecutedCapability, context as ContextOf<typeof attest>)],
  ];

  for (const [layer, call] of layers)
    for (const [name, forged] of forgeries)
      it(`${layer} refuses ${name}`, () => {
        expect(() => call(forged)).toThrow(expect.objectContaining({ code: 'CORE_STATE_FORGED' }));
      });

  for (const [name, forged] of forgeries)
    it(`execute refuses ${name}`, async () => {
      const call = execute(forged as AuthorizedCapability, {}, () => 'ran', { issuer } as never);
      await expect(call).rejects.toMatchObject({ code: 'CORE_STATE_FORGED' });
    });
});
