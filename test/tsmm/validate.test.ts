// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GovernanceError } from '../../src/core/errors.js';
import type { Json, JsonObject } from '../../src/core/json.js';
import { detectDocument } from '../../src/tsmm/detect-document.js';
import { ALL_RULES } from '../../src/tsmm/rules/all-rules.js';
import { validateAnswer } from '../../src/tsmm/validate-answer.js';
import { validateDocument } from '../../src/tsmm/validate-document.js';
import { validateNegotiation } from '../../src/tsmm/validate-negotiation.js';
import { validateReceipt } from '../../src/tsmm/validate-receipt.js';
import { validateRecord } from '../../src/tsmm/validate-record.js';
import { ours } from '../schemas/support.js';
import { RUNS } from '../support/runs.js';
import { hostEvents, negotiations, payloads, receipts, runEvents } from './support/documents.js';
import { mutated } from './support/mutate.js';

const load = (file: string) => JSON.parse(readFileSync(`validation/${file}`, 'utf8')) as JsonObject;
const negotiation = load('valid/negotiation-accepted.json');
const answer = load('valid/answer-accepted.json');

describe.each([
  ['validateNegotiation', validateNegotiation, negotiations, 'tsmm-capability-negotiation'],
  ['validateReceipt', validateReceipt, receipts, 'tsmm-decision-receipt'],
] as const)('%s', (_name, validate, documents, schema) => {
  it('never throws, never calls a document valid that the schema refuses, and points into the document', () => {
    const check = ours(schema);
    fc.assert(
      fc.property(mutated(documents), (document) => {
        const { valid, findings } = validate(document);
        const errors = findings.filter((finding) => finding.severity === 'error');
        expect(valid).toBe(errors.length === 0);
        expect(errors.some((finding) => finding.rule === 'schema')).toBe(!check(document));
        for (const { pointer, message } of findings) {
          expect(pointer).toMatch(/^(?:\/|$)/);
          expect(message).not.toBe('');
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe('validateRecord', () => {
  it.each([
    ['host-event', hostEvents],
    ['run-event', runEvents],
  ] as const)('agrees with the schema of a %s on its shape', (schema, documents) => {
    const check = ours(schema);
    fc.assert(
      fc.property(documents, (document) => {
        const found = validateRecord(document as Json).findings.some((finding) => finding.rule === 'schema');
        expect(found).toBe(!check(document));
      }),
      { numRuns: 300 },
    );
  });

  it('never takes a document that has the members of both homes', () => {
    fc.assert(
      fc.property(payloads, fc.constantFrom('runId', 'sequence', 'schemaVersion'), (payload, name) => {
        const event = { ...load('valid/record-host-event.json'), payload: payload as Json, [name]: 1 };
        expect(validateRecord(event).valid).toBe(false);
      }),
      { numRuns: 100 },
    );
  });

  it('lets a host event of another type be', () => {
    const event = { ...load('valid/record-host-event.json'), type: 'policy.reloaded', payload: { any: 1 } };
    expect(validateRecord(event)).toEqual({ valid: true, findings: [] });
  });
});

describe('validateNegotiation', () => {
  it('says what is missing, unknown, misspelt and of another type', () => {
    const { skillRef: _skill, ...rest } = negotiation;
    const document = {
      ...rest,
      'a/b': 1,
      requesterRef: 'a b',
      constraints: 'none',
      negotiationOutcome: 'yes',
    };
    expect(validateNegotiation(document).findings.map((found) => [found.rule, found.pointer])).toEqual(
      expect.arrayContaining([
        ['schema', '/skillRef'],
        ['schema', '/a~1b'],
        ['schema', '/requesterRef'],
        ['schema', '/constraints'],
        ['schema', '/negotiationOutcome'],
      ]),
    );
  });

  it('warns, and does not refuse, where a plain acceptance leaves something out', () => {
    const document = { ...negotiation, acceptedOutputModes: ['text/markdown'] };
    expect(validateNegotiation(document)).toMatchObject({
      valid: true,
      findings: [{ rule: 'TSMM-CN-10', severity: 'warning', pointer: '/acceptedOutputModes' }],
    });
  });

  it('warns where a rejected extension has no reason', () => {
    const narrowed = load('valid/negotiation-narrowed.json');
    const [rejected] = narrowed['rejectedExtensions'] as readonly JsonObject[];
    const document = { ...narrowed, rejectedExtensions: [{ ...rejected, reason: ' ' }] };
    expect(validateNegotiation(document)).toMatchObject({
      valid: true,
      findings: [{ rule: 'TSMM-CN-17', severity: 'warning', pointer: '/rejectedExtensions/0' }],
    });
  });

  it('takes a refusal in words as a ground', () => {
    const base = { ...negotiation, negotiationOutcome: 'rejected' };
    expect(validateNegotiation({ ...base, constraints: ['denied: quota exceeded'] }).valid).toBe(true);
    expect(validateNegotiation({ ...base, description: 'Refused by the desk.' }).valid).toBe(true);
    expect(validateNegotiation({ ...base, description: 'A translation.' }).valid).toBe(false);
  });

  it.each<[Json]>([[null], [1], ['x'], [[]], [{}]])('refuses %j', (document) => {
    expect(validateNegotiation(document).valid).toBe(false);
  });
});

describe('validateAnswer', () => {
  it('points into the document that is wrong', () => {
    const receipt = { ...(answer['receipt'] as JsonObject), policyRefs: [] };
    expect(validateAnswer({ ...answer, receipt }).findings).toMatchObject([
      { rule: 'schema', pointer: '/receipt/policyRefs' },
    ]);
  });

  it('names the record of a run by its place in the run', () => {
    const record = load('valid/record-run-event.json');
    const id = 'run.newsroom_x2Frun-of-seven-00.0';
    const refs = ['negotiation.translate.7', id];
    const named = (part: string) => ({ ...(answer[part] as JsonObject), evidenceRefs: refs });
    const document = {
      ...answer,
      record,
      negotiation: named('negotiation'),
      receipt: named('receipt'),
      evidence: { refs },
    };
    expect(validateAnswer(document)).toEqual({ valid: true, findings: [] });
  });

  it('asks for each of the parts', () => {
    for (const part of ['outcome', 'layers', 'negotiation', 'receipt', 'record', 'evidence']) {
      const { [part]: _gone, ...rest } = answer;
      expect(validateAnswer(rest).findings).toMatchObject([{ rule: 'schema', pointer: `/${part}` }]);
    }
  });
});

describe('validateDocument', () => {
  it.each<[string, Json]>([
    ['nothing', {}],
    ['a list', []],
    ['another document', { name: 'agent', skills: [] }],
    ['a negotiation request', { requester: {}, provider: {}, skill: 's', inputModes: [], scope: 'x' }],
    ['two members that two kinds share', { eventId: 'a', type: 'b' }],
  ])('does not know %s', (_name, document) => {
    expect(detectDocument(document)).toBeUndefined();
    expect(() => validateDocument(document)).toThrow(
      expect.objectContaining({ code: 'TSMM_DOCUMENT_UNKNOWN' }) as Error,
    );
  });

  it('says which kinds it does not validate', () => {
    const document = { taskLifecycleId: 'a', taskRef: 'b', transitions: [] };
    try {
      validateDocument(document);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(GovernanceError);
      expect(error).toMatchObject({ code: 'TSMM_DOCUMENT_UNSUPPORTED', pointer: '' });
    }
  });

  it('knows a document that lacks any one of its members', () => {
    for (const file of ['negotiation-accepted', 'receipt-allow', 'record-run-event', 'record-host-event']) {
      const whole = load(`valid/${file}.json`);
      const kind = detectDocument(whole);
      for (const name of Object.keys(whole).filter((one) => one !== 'delivery')) {
        const { [name]: _gone, ...rest } = whole;
        expect(detectDocument(rest), `${file} without ${name}`).toBe(kind);
      }
    }
  });
});

describe('docs/validation.md', () => {
  // The formatter pads the columns of a table.
  const page = readFileSync('docs/validation.md', 'utf8').replace(/ +/g, ' ');

  it.each(ALL_RULES)('lists $id with its meaning and clause', ({ id, meaning, clause }) => {
    expect(page).toContain(`| \`${id}\` | ${meaning} | ${clause} |`);
  });

  it('lists no rule that does not exist', () => {
    const listed = [...page.matchAll(/^\| `((?:TSMM|OPENWOP|PARLEY)-[A-Z]+-\d+)`/gm)].map(
      (match) => match[1],
    );
    expect(listed).toEqual(ALL_RULES.map((rule) => rule.id));
  });
});
