// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import { typedView } from '../../src/advertised/typed-view.js';
import { card10, read, skillWith } from './support/cards.js';

it('fills in what a bare card leaves out', () => {
  expect(typedView(read({ name: 'x', signatures: [] }).facts)).toEqual({
    protocol: 'a2a',
    name: 'x',
    version: '',
    interfaces: [],
    streaming: false,
    pushNotifications: false,
    extendedAgentCard: false,
    extensions: [],
    skills: [],
  });
});

it('shows the modes that a skill really has', () => {
  const card = card10({
    capabilities: { streaming: true, extensions: [{ uri: 'urn:e' }] },
    skills: [skillWith({ name: undefined, inputModes: ['text/plain'] })],
  });
  expect(typedView(read(card).facts)).toMatchObject({
    streaming: true,
    extensions: [{ uri: 'urn:e', required: false }],
    skills: [
      {
        id: 'review',
        name: 'review',
        tags: ['law'],
        inputModes: ['text/plain'],
        outputModes: ['application/json', 'text/plain'],
      },
    ],
  });
});
