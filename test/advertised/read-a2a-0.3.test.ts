// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { FrozenMap } from '../../src/core/frozen-map.js';
import { UNDECLARED } from '../../src/core/undeclared.js';
import { card03, findingsOf, read, skillWith } from './support/cards.js';

const URL = 'https://agent.example/a2a';

describe('an A2A 0.3 card', () => {
  it('reads into the same facts as a 1.0 card', () => {
    const { facts, findings } = read(
      card03({
        preferredTransport: 'GRPC',
        additionalInterfaces: [
          { url: URL, transport: 'GRPC' },
          { url: 'https://agent.example/rest', transport: 'HTTP+JSON' },
        ],
        supportsAuthenticatedExtendedCard: true,
        capabilities: {
          streaming: true,
          stateTransitionHistory: false,
          extensions: [{ uri: 'urn:e', required: true }],
        },
        securitySchemes: { k: { type: 'apiKey', in: 'header', name: 'X-Key' } },
        security: [{ k: [] }],
        skills: [skillWith({ security: [{ k: ['x'] }] })],
      }),
    );
    expect(findings).toEqual([]);
    expect(facts.shape).toBe('0.3');
    expect(facts.interfaces).toEqual([
      { url: URL, binding: 'GRPC', protocolVersion: '0.3.0' },
      { url: 'https://agent.example/rest', binding: 'HTTP+JSON', protocolVersion: '0.3.0' },
    ]);
    expect(facts.protocolVersions).toEqual(['0.3.0']);
    expect(facts.capabilities).toEqual({
      streaming: true,
      pushNotifications: UNDECLARED,
      extendedAgentCard: true,
      extensions: [{ uri: 'urn:e', required: true }],
    });
    expect(facts.securityRequirements).toEqual([new FrozenMap([['k', []]])]);
    expect(facts.skills.get('review')?.securityRequirements).toEqual([new FrozenMap([['k', ['x']]])]);
  });

  it('speaks JSONRPC where no transport is named', () => {
    expect(read(card03()).facts.interfaces).toEqual([
      { url: URL, binding: 'JSONRPC', protocolVersion: '0.3.0' },
    ]);
  });

  it('is 0.3.0 where it names no version', () => {
    const reading = read(card03({ protocolVersion: undefined }));
    expect(reading.facts.protocolVersions).toEqual(['0.3.0']);
    expect(findingsOf(reading)).toEqual(['card.required-missing /protocolVersion']);
  });

  it.each([
    ['1.0', ['card.version-shape-mismatch /protocolVersion']],
    ['2.5.1', ['card.version-shape-mismatch /protocolVersion']],
    ['0.3.garbage', ['card.version-malformed /protocolVersion']],
    ['', ['card.version-malformed /protocolVersion']],
    [0.3, ['card.version-malformed /protocolVersion']],
    [['0.3.0'], ['card.version-malformed /protocolVersion']],
  ])('offers nothing under version %j', (protocolVersion, expected) => {
    const reading = read(card03({ protocolVersion }));
    expect(reading.facts.interfaces).toEqual([]);
    expect(findingsOf(reading)).toEqual(expected);
  });

  it('keeps an old version as it is written', () => {
    expect(read(card03({ protocolVersion: '0.2.9' })).facts.protocolVersions).toEqual(['0.2.9']);
  });

  it.each([
    ['no url', { url: undefined }, ['card.required-missing /url']],
    ['null for a url', { url: null }, ['card.null-member /url', 'card.required-missing /url']],
    ['a url of another type', { url: {} }, ['card.wrong-type /url']],
    ['an empty url', { url: '' }, []],
    ['a transport of another type', { preferredTransport: 1 }, ['card.wrong-type /preferredTransport']],
    ['an empty transport', { preferredTransport: '' }, []],
    [
      'a misspelt transport',
      { preferred_transport: 'GRPC' },
      ['card.snake-case-member /preferred_transport'],
    ],
    ['a misspelt version', { protocol_version: '0.3.0' }, ['card.snake-case-member /protocol_version']],
  ])('%s: no interface', (_, changes, expected) => {
    const reading = read(card03(changes));
    expect(reading.facts.interfaces).toEqual([]);
    expect(findingsOf(reading)).toEqual(expected);
  });

  it('leaves out an additional interface that cannot be read', () => {
    const reading = read(
      card03({ additionalInterfaces: [{ url: 'https://x.example' }, 'https://y.example'] }),
    );
    expect(reading.facts.interfaces).toHaveLength(1);
    expect(findingsOf(reading)).toEqual([
      'card.required-missing /additionalInterfaces/0/transport',
      'card.interface-malformed /additionalInterfaces/0',
      'card.interface-malformed /additionalInterfaces/1',
    ]);
  });

  it('does not read the flags of 1.0', () => {
    const reading = read(card03({ capabilities: { extendedAgentCard: true } }));
    expect(reading.facts.capabilities.extendedAgentCard).toBe(UNDECLARED);
    expect(findingsOf(reading)).toEqual(['card.unknown-member /capabilities/extendedAgentCard']);
  });

  it.each([
    [{ protocolVersion: '0.3.0' }],
    [{ url: URL }],
    [{ preferredTransport: 'GRPC' }],
    [{ additionalInterfaces: [] }],
    [{ supportsAuthenticatedExtendedCard: false }],
  ])('is told by %j', (mark) => {
    expect(read({ name: 'x', skills: [], capabilities: {}, ...mark }).facts.shape).toBe('0.3');
  });
});
