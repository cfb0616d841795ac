// SPDX-License-Identifier: Apache-2.0
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
