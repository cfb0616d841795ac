// SPDX-License-Identifier: Apache-2.0
import { createServer } from 'node:http';
import { AgentCard, Message, SendMessageRequest } from '@a2a-js/sdk';
import {
  type Client,
  ClientFactory,
  ClientFactoryOptions,
  JsonRpcTransportFactory,
  ServiceParameters,
  withA2AExtensions,
} from '@a2a-js/sdk/client';
import { ExtensionSupportRequiredError, VersionNotSupportedError } from '@a2a-js/sdk/errors';
import { AgentEvent, DefaultRequestHandler, InMemoryTaskStore } from '@a2a-js/sdk/server';
import { jsonRpcHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import { afterEach, describe, expect, it } from 'vitest';
import { guardA2A } from '../../src/server/guards/index.js';
import { ALICE, createBench, NOBODY } from '../server/support.js';
import { forwardTo, listening, serveFetch } from './support.js';

const TRACE = 'https://a2a-protocol.org/extensions/traceability/v1';
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

interface App {
  use(path: string, handler: unknown): void;
}
// The package brings no types of its own; one call of it is used.
const express = (
  (await import(String('express'))) as { default: () => App & Parameters<typeof createServer>[1] }
).default;

interface Setting {
  readonly versions: readonly string[];
  readonly caller?: typeof ALICE;
  readonly required?: boolean;
}

/** A server of the SDK, as a process of its own would be, behind the guard. */
async function serve({ versions, caller = ALICE, required = false }: Setting) {
  const bench = createBench();
  const seen: { extensions: string[] }[] = [];
  let inner = '';
  const guard = guardA2A(
    bench.port,
    forwardTo(() => inner),
    {
      authenticate: () => caller,
      extensions: [{ uri: TRACE, required }],
    },
  );
  const front = await serveFetch(guard);
  open.push(front.close);
  const card = AgentCard.fromJSON({
    name: 'Echo',
    description: 'Says hello.',
    version: '1.0.0',
    supportedInterfaces: versions.map((protocolVersion) => ({
      url: front.url,
      protocolBinding: 'JSONRPC',
      protocolVersion,
    })),
    capabilities: { streaming: true, extensions: [{ uri: TRACE, required }] },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'echo', name: 'Echo', description: 'Says hello.', tags: ['echo'] }],
  });
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), {
    async execute(context, bus) {
      const active = [...(context.context?.requestedExtensions ?? [])];
      seen.push({ extensions: active });
      for (const uri of active) context.context?.addActivatedExtension(uri);
      const message = Message.fromJSON({
        messageId: 'm-2',
        contextId: context.contextId,
        role: 'ROLE_AGENT',
        parts: [{ text: 'hello' }],
      });
      bus.publish(AgentEvent.message(message));
      bus.finished();
    },
    async cancelTask() {},
  });
  const app = express();
  app.use(
    '/',
    jsonRpcHandler({
      requestHandler,
      userBuilder: UserBuilder.noAuthentication,
      legacyCompat: { enabled: true },
    }),
  );
  const back = await listening(createServer(app));
  open.push(back.close);
  inner = back.url;
  const transports = [new JsonRpcTransportFactory({ legacyCompat: { enabled: true } })];
  const client = await new ClientFactory(
    ClientFactoryOptions.createFrom(ClientFactoryOptions.default, { transports }),
  ).createFromAgentCard(card);
  return { bench, seen, client, front };
}

function ask(client: Client, ...updates: Parameters<typeof ServiceParameters.create>) {
  const params = SendMessageRequest.fromJSON({
    message: { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'hi' }] },
  });
  return client.sendMessage(params, { serviceParameters: ServiceParameters.create(...updates) });
}

const payloads = (bench: ReturnType<typeof createBench>) =>
  bench.records().map(({ record }) => record.payload);

describe('client and server of the A2A SDK through the guard', () => {
  it('agree on 1.0, and on the extension that both know', async () => {
    const { bench, seen, client } = await serve({ versions: ['1.0'] });
    const answer = await ask(client, withA2AExtensions(TRACE, 'urn:unknown'));
    expect(JSON.stringify(answer)).toContain('hello');
    expect(seen).toEqual([{ extensions: [TRACE] }]);
    expect(payloads(bench)).toMatchObject([{ outcome: 'accepted', requested: '1.0', version: '1.0' }]);
  });

  it('stream through it', async () => {
    const { client } = await serve({ versions: ['1.0'] });
    const params = SendMessageRequest.fromJSON({
      message: { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'hi' }] },
    });
    const parts: string[] = [];
    for await (const part of client.sendMessageStream(params)) parts.push(JSON.stringify(part));
    expect(parts.join()).toContain('hello');
  });

  it('agree on less: a client of 0.3 that is known', async () => {
    const { bench, seen, client } = await serve({ versions: ['0.3'] });
    expect(JSON.stringify(await ask(client, withA2AExtensions(TRACE)))).toContain('hello');
    expect(seen).toEqual([{ extensions: [TRACE] }]);
    expect(payloads(bench)).toMatchObject([{ outcome: 'accepted', version: '0.3' }]);
  });

  it('do not agree on less with a client that nobody knows', async () => {
    const { bench, seen, client } = await serve({ versions: ['0.3'], caller: NOBODY });
    await expect(ask(client)).rejects.toThrow();
    expect(seen).toEqual([]);
    expect(payloads(bench)).toMatchObject([{ outcome: 'refused', reason: 'unauthenticated' }]);
  });

  it('do not agree on a version that the server does not speak', async () => {
    const { bench, front } = await serve({ versions: ['1.0'] });
    const card = AgentCard.fromJSON({
      name: 'x',
      supportedInterfaces: [{ url: front.url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    });
    const fetchImpl: typeof fetch = (url, init) => {
      const headers = new Headers(init?.headers);
      headers.set('A2A-Version', '99.0');
      return fetch(url, { ...init, headers });
    };
    const transports = [new JsonRpcTransportFactory({ fetchImpl })];
    const client = await new ClientFactory(
      ClientFactoryOptions.createFrom(ClientFactoryOptions.default, { transports }),
    ).createFromAgentCard(card);
    await expect(ask(client)).rejects.toBeInstanceOf(VersionNotSupportedError);
    expect(payloads(bench)).toMatchObject([{ outcome: 'refused', requested: '99.0', reason: 'unsupported' }]);
  });

  it('do not agree where a required extension is missing', async () => {
    const { bench, seen, client } = await serve({ versions: ['1.0'], required: true });
    await expect(ask(client)).rejects.toBeInstanceOf(ExtensionSupportRequiredError);
    expect(seen).toEqual([]);
    expect(payloads(bench)).toMatchObject([{ outcome: 'accepted', version: '1.0' }]);
    expect(JSON.stringify(await ask(client, withA2AExtensions(TRACE)))).toContain('hello');
  });
});
