// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { elicitationModes } from '../../src/advertised/mcp/elicitation-modes.js';
import type { Json } from '../../src/core/json.js';
import type { NegotiationAnswer } from '../../src/engine/types.js';
import { validateNegotiation } from '../../src/tsmm/index.js';
import { parley } from '../support/cli.js';
import { asRequest, at, type Draft, exampleEngine, policyOver } from '../support/example.js';

const FOLDER = 'examples/mcp-tools';
const UI = 'io.modelcontextprotocol/ui';
const read = (file: string): Draft => JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8'));
const policy = await policyOver(read('data.json'));

interface Documents {
  readonly server: Draft;
  readonly request: Draft;
}

/** Negotiate over the example, with changes. */
async function negotiate(
  change: (documents: Documents) => void = () => {},
  file = 'server.json',
): Promise<NegotiationAnswer> {
  const documents = { server: read(file), request: read('request.json') };
  change(documents);
  const engine = await exampleEngine({ policy });
  const { server, request } = documents;
  const answer = await engine.negotiate({ card: JSON.stringify(server), request: asRequest(request) });
  expect(validateNegotiation(answer.negotiation as never).findings).toEqual([]);
  return answer;
}

const codesOf = ({ layers }: NegotiationAnswer): readonly string[] => layers.flatMap(({ codes }) => codes);

const legacy = ({ request }: Documents): void => {
  request['protocol'] = { name: 'mcp', version: '2025-11-25' };
  request['extensions'] = [];
};

describe('examples/mcp-tools', () => {
  it('grants a tool without an output schema what was asked for, and says that nobody declared it', async () => {
    const answer = await negotiate();
    expect(answer.outcome).toBe('accepted-with-constraints');
    expect(answer.negotiation).toMatchObject({
      acceptedInputModes: ['application/json'],
      acceptedOutputModes: ['text/plain'],
      acceptedExtensions: [{ uri: UI }],
      constraints: ['output mode text/plain granted, not declared by the provider'],
    });
    expect(answer.record.payload).toMatchObject({
      protocol: 'mcp',
      outcome: 'accepted',
      version: '2026-07-28',
    });
    expect(answer.layers[0]?.codes).toEqual(['ADVERTISED_SIGNATURE_ABSENT']);
  });

  it('grants a tool with an output schema JSON, and nothing else', async () => {
    const search = ({ request }: Documents): void => {
      request['skill'] = 'search_orders';
    };
    const json = await negotiate((documents) => {
      search(documents);
      documents.request['outputModes'] = ['application/json'];
    });
    expect(json.outcome).toBe('accepted');
    const text = await negotiate(search);
    expect(text.outcome).toBe('rejected');
    expect(codesOf(text)).toContain('NEGOTIATED_NO_COMMON_OUTPUT_MODE');
  });

  it('takes JSON alone', async () => {
    const answer = await negotiate(({ request }) => {
      request['inputModes'] = ['text/plain'];
    });
    expect(answer.outcome).toBe('rejected');
    expect(codesOf(answer)).toContain('NEGOTIATED_NO_COMMON_INPUT_MODE');
  });

  it('runs from the command line', async () => {
    const files = ['card', 'request', 'data'].flatMap((name) => [
      `--${name}`,
      `${FOLDER}/${name === 'card' ? 'server' : name}.json`,
    ]);
    const { code, out } = await parley('negotiate', ...files, '--format', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(out).outcome).toBe('accepted-with-constraints');
    const shown = await parley('card', `${FOLDER}/initialize.json`, '--format', 'json');
    expect(JSON.parse(shown.out)).toMatchObject({
      protocol: 'mcp',
      protocolVersion: '2025-11-25',
      signature: { status: 'unsigned' },
      capabilities: { extensions: { state: 'undeclared', attested: false, value: [] } },
      findings: [],
    });
  });

  it('comes from the origin that the data pins, or not at all', async () => {
    const answer = await negotiate(({ request }) => {
      at(request, 'provider')['origin'] = 'https://evil.example';
    });
    expect(answer.outcome).toBe('rejected');
    expect(codesOf(answer)).toContain('origin.not-admitted');
  });
});

describe('an initialize result', () => {
  it('is negotiated in its own revision, without extensions', async () => {
    const answer = await negotiate(legacy, 'initialize.json');
    expect(answer.outcome).toBe('accepted-with-constraints');
    expect(answer.record.payload).toMatchObject({ outcome: 'accepted', version: '2025-11-25' });
    const asking = await negotiate((documents) => {
      legacy(documents);
      documents.request['extensions'] = [{ uri: UI, required: false }];
    }, 'initialize.json');
    expect(asking.negotiation.rejectedExtensions).toMatchObject([{ uri: UI }]);
    expect(codesOf(asking)).toContain('NEGOTIATED_EXTENSIONS_UNDECLARED');
    // There is no minimal peer in MCP: an absent capability is an unsupported one.
    expect(codesOf(asking)).not.toContain('NEGOTIATED_ACTIVATION_ON_MINIMAL_CARD');
  });

  it('is read inside its JSON-RPC response as well', async () => {
    const answer = await negotiate((documents) => {
      legacy(documents);
      documents.server['initialize'] = { jsonrpc: '2.0', id: 1, result: at(documents.server, 'initialize') };
    }, 'initialize.json');
    expect(answer.outcome).toBe('accepted-with-constraints');
  });

  it('may counter with an older revision, and the constraints say so', async () => {
    const answer = await negotiate((documents) => {
      legacy(documents);
      at(documents.server, 'initialize')['protocolVersion'] = '2025-06-18';
    }, 'initialize.json');
    expect(answer.outcome).toBe('accepted-with-constraints');
    expect(answer.negotiation.constraints).toContain(
      'protocol version 2025-06-18 granted instead of 2025-11-25',
    );
  });

  it.each([
    ['a revision without a handshake', '2026-07-28', '2026-07-28'],
    ['a revision below the floor', '2024-11-05', '2024-11-05'],
    ['no revision at all', 'latest', '2025-11-25'],
  ])('is refused with %s', async (_, offered, named) => {
    const answer = await negotiate((documents) => {
      legacy(documents);
      at(documents.server, 'initialize')['protocolVersion'] = offered;
      at(documents.request, 'protocol')['version'] = named;
    }, 'initialize.json');
    expect(answer.outcome).toBe('rejected');
    expect(codesOf(answer)).toContain('NEGOTIATED_VERSION_REFUSED');
    expect(answer.negotiation.acceptedOutputModes).toEqual([]);
  });
});

describe('a capability', () => {
  const withCapability =
    (name: string, value: Json | undefined) =>
    ({ server, request }: Documents): void => {
      const capabilities = at(server, 'discover', 'capabilities');
      if (value === undefined) delete capabilities[name];
      else capabilities[name] = value as Draft;
      if (name !== 'extensions') request['extensions'] = [];
    };

  it.each<readonly [string, Json | undefined, string]>([
    ['is supported where it is {}', {}, 'accepted-with-constraints'],
    ['is supported where it has settings', { listChanged: false }, 'accepted-with-constraints'],
    ['is unsupported where it is absent', undefined, 'rejected'],
    ['is malformed where it is null, and counts as unsupported', null, 'rejected'],
    ['is malformed where it is true, and counts as unsupported', true, 'rejected'],
    ['is malformed where it is a list, and counts as unsupported', [], 'rejected'],
  ])('%s', async (_, value, outcome) => {
    const answer = await negotiate(withCapability('tools', value));
    expect(answer.outcome).toBe(outcome);
    if (outcome === 'rejected') expect(codesOf(answer)).toContain('DISCOVERABLE_SKILL_NOT_AVAILABLE');
  });

  it.each<readonly [string, Json | undefined, string, string | undefined]>([
    ['are declared by key', { [UI]: {} }, 'accepted-with-constraints', undefined],
    ['are declared, and none, where the map is {}', {}, 'rejected', 'NEGOTIATED_EXTENSION_NOT_ADVERTISED'],
    ['are undeclared where the map is absent', undefined, 'rejected', 'NEGOTIATED_EXTENSIONS_UNDECLARED'],
    ['are undeclared where the map is null', null, 'rejected', 'NEGOTIATED_EXTENSIONS_UNDECLARED'],
    ['are undeclared where the map is a list', [UI], 'rejected', 'NEGOTIATED_EXTENSIONS_UNDECLARED'],
    [
      'are unsupported where the settings are null',
      { [UI]: null },
      'rejected',
      'NEGOTIATED_EXTENSION_NOT_ADVERTISED',
    ],
    ['are unsupported without a prefix', { ui: {} }, 'rejected', 'NEGOTIATED_EXTENSION_NOT_ADVERTISED'],
    [
      'are not found by another spelling',
      { [UI.toUpperCase()]: {} },
      'rejected',
      'NEGOTIATED_EXTENSION_NOT_ADVERTISED',
    ],
  ])('extensions %s', async (_, value, outcome, code) => {
    const answer = await negotiate((documents) => {
      withCapability('extensions', value)(documents);
      documents.request['extensions'] = [{ uri: UI, required: true }];
    });
    expect(answer.outcome).toBe(outcome);
    if (code !== undefined) expect(codesOf(answer)).toContain(code);
    expect(answer.negotiation.acceptedExtensions).toHaveLength(code === undefined ? 1 : 0);
  });

  it('that is declared is the skill where no tools are listed', async () => {
    const data = read('data.json');
    const grants = at(data, 'policy_data', 'grants', 'requesters', 'client.agent.support', 'server.orders');
    grants['resources'] = grants['print_receipt'] ?? {};
    const server = read('server.json');
    delete server['tools'];
    const engine = await exampleEngine({ data });
    const granted = await engine.negotiate({
      card: JSON.stringify(server),
      request: asRequest({ ...read('request.json'), skill: 'resources' }),
    });
    expect(granted.outcome).toBe('accepted-with-constraints');
  });
});

describe('an MCP description is not signed,', () => {
  it('and `signatures` in it make it no more than unsigned', async () => {
    const answer = await negotiate(({ server }) => {
      server['signatures'] = [{ protected: 'e30', signature: 'AA' }];
    });
    expect(answer.layers[0]?.codes).toEqual(['ADVERTISED_SIGNATURE_ABSENT']);
  });

  it('so a policy that asks for a verified signature refuses it', async () => {
    const data = read('data.json');
    delete at(data, 'policy_data', 'providers', 'server.orders')['signatures'];
    const engine = await exampleEngine({ data });
    const answer = await engine.negotiate({
      card: JSON.stringify(read('server.json')),
      request: asRequest(read('request.json')),
    });
    expect(answer.outcome).toBe('rejected');
    expect(codesOf(answer)).toContain('signature.not-admitted');
  });
});

describe('the client capability `elicitation`', () => {
  it.each<readonly [string, Json | undefined, boolean, boolean, boolean]>([
    ['absent: none', undefined, false, false, false],
    ['{}: form', {}, true, false, false],
    ['form', { form: {} }, true, false, false],
    ['url alone: no form', { url: {} }, false, true, false],
    ['both', { form: {}, url: {} }, true, true, false],
    ['settings of its own: form', { 'x-vendor': 1 }, true, false, false],
    ['null: malformed', null, false, false, true],
    ['true: malformed', true, false, false, true],
    ['a list: malformed', [], false, false, true],
    ['form null: malformed, and no form', { form: null }, false, false, true],
    ['form null beside url: malformed, and url', { form: null, url: {} }, false, true, true],
    ['url true: malformed', { url: true }, false, false, true],
  ])('%s', (_, capability, form, url, malformed) => {
    expect(elicitationModes(capability)).toEqual({ form, url, malformed });
  });
});
