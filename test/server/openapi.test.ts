// SPDX-License-Identifier: Apache-2.0
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SILENT } from '../../src/core/ports.js';
import { createIds } from '../../src/engine/identity.js';
import {
  hashToken,
  type Listening,
  openApiDocument,
  readServerConfig,
  startServer,
} from '../../src/server/index.js';
import { exampleEngine } from '../support/example.js';
import { bearer } from './http.js';

interface Media {
  readonly schema: { readonly $ref?: string };
}
interface Operation {
  readonly responses: Record<string, { readonly content: Record<string, Media> }>;
  readonly requestBody?: { readonly content: Record<string, Media> };
}
interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, { readonly examples?: readonly unknown[] }> };
}

const document = openApiDocument() as unknown as Document;
// OpenAPI 3.1 takes JSON Schema 2020-12 as it is, so its components are one.
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
ajv.addVocabulary(['openapi', 'info', 'paths', 'components']);
ajv.addSchema({ $id: 'openapi', ...document });
const config = readServerConfig({
  port: 0,
  limits: { shutdownMs: 200 },
  tokens: [{ sha256: hashToken('all'), tenant: 'acme', scopes: ['negotiate', 'events', 'evidence'] }],
});
let server: Listening;
let ids: { negotiation: string; entry: string };

beforeAll(async () => {
  const engine = await exampleEngine({ ids: createIds() });
  server = await startServer({ engine, config, protocols: {}, logger: SILENT });
  const answer = await ask('post', '/v1/negotiations', example('NegotiationCall'));
  const { negotiation, receipt } = (await answer.json()) as Record<string, Record<string, string>>;
  ids = { negotiation: negotiation?.['negotiationId'] ?? '', entry: receipt?.['decisionId'] ?? '' };
});
afterAll(() => server.stop());

function example(name: string): unknown {
  return document.components.schemas[name]?.examples?.[0];
}

function ask(method: string, path: string, body?: unknown, token = 'all'): Promise<Response> {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  return fetch(`${server.url}${path}`, { method: method.toUpperCase(), headers: bearer(token), ...init });
}

function validator(ref: string): ValidateFunction {
  return ajv.compile({ $ref: `openapi${ref}` });
}

function refOf(content: Record<string, Media> | undefined): string | undefined {
  return content?.['application/json']?.schema.$ref;
}

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

describe('the OpenAPI document', () => {
  it('is a schema throughout, and every reference in it leads somewhere', () => {
    const text = JSON.stringify(document);
    const refs = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref ?? '');
    expect(refs.length).toBeGreaterThan(10);
    for (const ref of new Set(refs)) expect(validator(ref)).toBeTypeOf('function');
    for (const name of Object.keys(document.components.schemas)) {
      expect(refs).toContain(`#/components/schemas/${name}`);
    }
  });

  it('has examples that are what it says, for everything that is sent in', () => {
    let examples = 0;
    for (const [name, { examples: own = [] }] of Object.entries(document.components.schemas)) {
      const check = validator(`#/components/schemas/${name}`);
      for (const one of own) expect([name, check(one), check.errors]).toEqual([name, true, null]);
      examples += own.length;
    }
    expect(examples).toBe(3);
    for (const { operation } of operations) {
      const name = refOf(operation.requestBody?.content)?.split('/').at(-1);
      if (name !== undefined) expect(example(name)).toBeDefined();
    }
  });

  const answered = operations.filter(({ path }) => path !== '/host/events');
  it.each(answered.map((one): [string, string, Operation] => [one.method, one.path, one.operation]))(
    'describes the answer to its own example: %s %s',
    async (method, path, operation) => {
      const body = refOf(operation.requestBody?.content)?.split('/').at(-1);
      const id = path.startsWith('/v1/evidence') ? ids.entry : ids.negotiation;
      const address = path.replace('{id}', encodeURIComponent(id));
      const response = await ask(method, address, body === undefined ? undefined : example(body));
      expect(response.status).toBe(200);
      const type = response.headers.get('content-type')?.split(';')[0] ?? '';
      expect(Object.keys(operation.responses['200']?.content ?? {})).toEqual([type]);
      const ref = refOf(operation.responses['200']?.content);
      if (ref === undefined) return;
      const check = validator(ref);
      expect([check(await response.json()), check.errors]).toEqual([true, null]);
    },
  );

  it.each([
    ['get', '/v1/negotiations/none', undefined, 'all', 404],
    ['get', '/host/events', undefined, 'eve', 401],
    ['post', '/v1/negotiations', {}, 'all', 400],
    ['post', '/v1/negotiations', { request: {}, card: {} }, 'all', 400],
    ['post', '/access/v1/evaluation', {}, 'all', 400],
    ['get', '/nowhere', undefined, 'all', 404],
  ])('describes what goes wrong: %s %s', async (method, path, body, token, status) => {
    const response = await ask(method, path, body, token);
    expect(response.status).toBe(status);
    const check = validator('#/components/schemas/Error');
    expect([check(await response.json()), check.errors]).toEqual([true, null]);
  });
});
