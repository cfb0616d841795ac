// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { type Changes, card10, skillWith } from './support/cards.js';
import { expectNoWider } from './support/no-wider.js';
import {
  advertiseSigned,
  EXTENSION,
  extensions,
  PROFILES,
  scheme,
  skills,
  WITH,
} from './support/signed-cards.js';

const INTERFACE = { url: 'https://agent.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' };

// Facts section 2.4, row by row: what is signed, what is shown, and whether the signature still holds.
const TABLE: readonly (readonly [string, Changes, Changes, readonly [boolean, boolean, boolean]])[] = [
  [
    'streaming: false to absent',
    { capabilities: { streaming: false } },
    { capabilities: {} },
    [false, false, false],
  ],
  [
    'streaming: absent to false',
    { capabilities: {} },
    { capabilities: { streaming: false } },
    [false, false, false],
  ],
  [
    'streaming: false to true',
    { capabilities: { streaming: false } },
    { capabilities: { streaming: true } },
    [false, false, false],
  ],
  [
    'streaming: false to null',
    { capabilities: { streaming: false } },
    { capabilities: { streaming: null } },
    [false, false, false],
  ],
  [
    'extensions: absent to []',
    { capabilities: {} },
    { capabilities: { extensions: [] } },
    [false, true, true],
  ],
  [
    'extensions: [] to absent',
    { capabilities: { extensions: [] } },
    { capabilities: {} },
    [false, true, true],
  ],
  [
    'an extension added',
    { capabilities: { extensions: [] } },
    extensions({ uri: EXTENSION }),
    [false, false, false],
  ],
  [
    'required: absent to false',
    extensions({ uri: EXTENSION }),
    extensions({ uri: EXTENSION, required: false }),
    [false, true, true],
  ],
  [
    'required: true to absent',
    extensions({ uri: EXTENSION, required: true }),
    extensions({ uri: EXTENSION }),
    [false, false, false],
  ],
  [
    'params: absent to {}',
    extensions({ uri: EXTENSION }),
    extensions({ uri: EXTENSION, params: {} }),
    [false, false, true],
  ],
  [
    'params.k: absent to ""',
    extensions({ uri: EXTENSION, params: { a: 1 } }),
    extensions({ uri: EXTENSION, params: { a: 1, k: '' } }),
    [false, false, true],
  ],
  [
    'params.version: absent to false',
    extensions({ uri: EXTENSION, params: { a: 1 } }),
    extensions({ uri: EXTENSION, params: { a: 1, version: false } }),
    [false, false, false],
  ],
  ['a scope-less requirement removed', { securityRequirements: scheme([]) }, {}, [false, false, true]],
  [
    'an anonymous alternative added',
    { securityRequirements: scheme(['a']) },
    { securityRequirements: [...scheme(['a']), { schemes: {} }] },
    [false, false, true],
  ],
  [
    'a weak alternative added',
    { securityRequirements: scheme(['a']) },
    { securityRequirements: [...scheme(['a']), { schemes: { weak: { list: [] } } }] },
    [false, false, true],
  ],
  [
    'a scope-less scheme dropped from an AND',
    { securityRequirements: [{ schemes: { k: { list: ['a'] }, weak: {} } }] },
    { securityRequirements: scheme(['a']) },
    [false, false, true],
  ],
  [
    'scopes dropped',
    { securityRequirements: scheme(['a']) },
    { securityRequirements: scheme([]) },
    [false, false, false],
  ],
  [
    'a scope-less requirement of a skill removed',
    skills({ securityRequirements: scheme([]) }),
    skills({}),
    [false, false, true],
  ],
  ['skill modes: absent to []', skills({}), skills({ inputModes: [] }), [false, true, true]],
  ['skill modes: absent to [""]', skills({}), skills({ outputModes: [''] }), [false, false, true]],
  [
    'skill modes: absent to wider ones',
    skills({}),
    skills({ outputModes: ['image/png'] }),
    [false, false, false],
  ],
  ['default modes gain ""', {}, { defaultInputModes: ['application/json', ''] }, [false, false, true]],
  [
    'default modes gain one',
    {},
    { defaultInputModes: ['application/json', 'text/plain'] },
    [false, false, false],
  ],
  ['tenant: absent to ""', {}, { supportedInterfaces: [{ ...INTERFACE, tenant: '' }] }, [false, true, true]],
  [
    'tenant: absent to one',
    {},
    { supportedInterfaces: [{ ...INTERFACE, tenant: 't' }] },
    [false, false, false],
  ],
  ['skills: one added', {}, { skills: [skillWith({}), skillWith({ id: 'pay' })] }, [false, false, false]],
  ['iconUrl: absent to ""', {}, { iconUrl: '' }, [false, false, true]],
  [
    'a 0.3 address added',
    {},
    { url: 'https://evil.example', preferredTransport: 'JSONRPC', protocolVersion: '0.3.0' },
    [false, true, true],
  ],
  ['a 0.3 `security` added', {}, { security: [{ k: [] }] }, [false, true, true]],
  ['a 0.3 flag added', {}, { supportsAuthenticatedExtendedCard: true }, [false, true, true]],
  ['a vendor member added', {}, { 'x-vendor': { grant: true } }, [false, true, true]],
  ['an alias added beside its member', {}, { default_input_modes: ['text/plain'] }, [false, false, false]],
];

describe('an edit after signing', () => {
  for (const [name, before, after, verdicts] of TABLE) {
    it.each([
      ['emitted', verdicts[0]],
      ['a2a-1.0', verdicts[1]],
      ['a2a-sdk', verdicts[2]],
    ] as const)(`${name}, under %s: still verifies %s`, (profile, holds) => {
      const signed = card10({ ...WITH, ...before });
      const shown = card10({ ...WITH, ...after });
      const state = advertiseSigned(shown, profile, signed);
      expect(state.signature.status).toBe(holds ? 'verified' : 'invalid');
      if (!holds) return;
      expectNoWider(state.view, advertiseSigned(signed, profile, signed).view);
    });
  }

  it('is what the table of section 2.4 is about: the untouched card verifies and hides nothing', () => {
    for (const profile of PROFILES) {
      const card = card10(WITH);
      const state = advertiseSigned(card, profile, card);
      expect(state.signature.status).toBe('verified');
      expect(state.view.interfaces).toHaveLength(1);
      expect(state.view.skills.size).toBe(1);
    }
  });
});
