// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PolicyPort } from '../../src/core/policy.js';
import { createIds } from '../../src/engine/identity.js';
import type { Engine } from '../../src/engine/types.js';
import { createEngine } from '../../src/engine.js';
import { validateRecord } from '../../src/openwop/validate-record.js';
import { asRequest, at, type Draft, type DraftValue, example, policyOver } from '../support/example.js';
import { RUNS } from '../support/runs.js';

/** Every text in a document. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

/** Text that stands out: longer than any version, and unlike anything that a record says by itself. */
const content = fc
  .string({ unit: 'grapheme-ascii', minLength: 4, maxLength: 40 })
  .map((text) => `leak ${text.replaceAll(/[^ -~]/g, '')} leak`);

const sentences: string[] = [];
let engine: Engine;

beforeAll(async () => {
  const inner = await policyOver(example().data);
  // a policy that says something of its own each time
  const policy: PolicyPort = Object.assign(Object.create(inner), {
    async decide(...args: Parameters<PolicyPort['decide']>) {
      const verdict = await inner.decide(...args);
      sentences.push(...textsOf(verdict));
      return verdict;
    },
  });
  engine = createEngine({ policy, ids: createIds() });
});

describe('the payload of a record', () => {
  it('holds no text of the request, the card or the policy that is longer than a version', async () => {
    const change = fc.record({
      name: content,
      skill: content,
      scope: content,
      mode: fc.stringMatching(/^[a-z]{4,30}$/).map((text) => `leak/x-leak-${text}`),
      uri: content.map((text) => `urn:x:${encodeURIComponent(text)}`),
      attribute: content,
      tenant: content,
      workspace: content,
      version: fc.oneof(fc.constantFrom('1.0', '0.3', '9.9', 'v1.0'), content),
      known: fc.boolean(),
      authenticated: fc.boolean(),
      inRun: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(change, async (one) => {
        const { card, request } = example();
        card['name'] = one.name;
        card['description'] = one.attribute;
        (card['skills'] as DraftValue[]).push({
          id: one.skill,
          name: one.name,
          description: one.scope,
          tags: [],
        });
        const asked: Draft = {
          ...request,
          ...(one.known ? {} : { skill: one.skill }),
          scope: one.scope,
          inputModes: [one.mode, 'application/json'],
          extensions: [{ uri: one.uri, required: false }],
          protocol: { name: 'a2a', version: one.version },
          requester: {
            ...at(request, 'requester'),
            origin: 'https://requester-in-clear.example',
            authenticated: one.authenticated,
            tenant: one.tenant,
            workspace: one.workspace,
            attributes: { said: one.attribute, roles: ['buyer'] },
          },
        };
        if (!one.inRun) delete asked['run'];
        sentences.length = 0;
        const { record } = await engine.negotiate({
          card: JSON.stringify(card),
          request: asRequest(asked),
        });
        const payload = JSON.stringify(validateRecord(record).payload);
        const texts = [...textsOf(asked), ...textsOf(card), ...sentences];
        expect(texts.length).toBeGreaterThan(20);
        const leaked = texts.filter(
          (text) => text.length > 10 && payload.includes(JSON.stringify(text).slice(1, -1)),
        );
        expect(leaked).toEqual([]);
        expect(payload).not.toContain('leak');
        // what was named stands there exactly where it can be a version
        expect(validateRecord(record).payload.requested).toBe(
          one.version.length > 10 ? undefined : one.version,
        );
      }),
      { numRuns: RUNS / 5 },
    );
  }, 600_000);
});
