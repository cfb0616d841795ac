// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createTrustStore } from '../../src/adapters/trust-store/index.js';
import { advertise } from '../../src/advertised/advertise.js';
import { createSignatureJudge, PROFILE_NAMES } from '../../src/advertised/signature/index.js';
import { GovernanceError } from '../../src/core/errors.js';
import { testKey } from '../interop/signing-keys.js';
import { card03, card10, ISSUER } from './support/cards.js';

const CORPUS = new URL('../../../shared/corpus/cards/', import.meta.url);
const DEEP = process.env['PARLEY_DEEP'] === '1';
const MUTATIONS = DEEP ? 1_000_000 : 1_000;
const SEED = 20_260_728;
const MEBIBYTE = 1_048_576;
const LIMIT = 100; // milliseconds per MiB

// A key without a name may speak for every `kid`, so every signature is read, and verified under every profile.
const { kid: _kid, alg: _alg, ...nameless } = testKey('ES256').publicJwk;
const judge = createSignatureJudge(
  createTrustStore({ jwks: [{ keys: [nameless] }], profiles: [...PROFILE_NAMES] }),
);

/** A small generator of numbers (mulberry32): the same mutations on every run, and a seed to repeat one from. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const PIECES = [
  '"__proto__":{"polluted":true},',
  '"constructor":{"prototype":{"polluted":true}},',
  'null',
  '[]',
  '{}',
  '""',
  '"',
  '\\',
  '\\ud800',
  '\\u0000',
  '{"',
  '],',
  '},',
  ',',
  ':',
  '9007199254740993',
  '1e400',
  '-0',
  '-',
  'true',
  '[[[[[[[[',
  '\ufeff',
  '"name":',
  '"skills":',
  '"capabilities":',
  '"supportedInterfaces":',
  '"extensions":',
  '"required":true',
  '"signatures":null,',
].map((text) => Buffer.from(text));

/** One to four edits of bytes: change one, cut some, repeat some, put a piece of JSON in. */
function mutate(source: Uint8Array, next: (below: number) => number): Uint8Array {
  let bytes = Buffer.from(source);
  for (let edits = 1 + next(4); edits > 0; edits--) {
    const at = next(bytes.length + 1);
    const length = next(16);
    const before = bytes.subarray(0, at);
    const after = bytes.subarray(at);
    const kind = next(5);
    if (kind === 0 && at < bytes.length) bytes[at] = next(256);
    else if (kind === 1) bytes = Buffer.concat([before, after.subarray(length)]);
    else if (kind === 2) bytes = Buffer.concat([before, after.subarray(0, length), after]);
    else if (kind === 3) bytes = Buffer.concat([before, PIECES[next(PIECES.length)] ?? after, after]);
    else bytes = Buffer.concat([before, PIECES[next(PIECES.length)] ?? after, after.subarray(length)]);
  }
  return bytes;
}

/** Advertise bytes; anything but a state or a fault with code, pointer and action is a failure of the test. */
function survive(bytes: Uint8Array): boolean {
  try {
    const state = advertise(bytes, { issuer: ISSUER, now: 0, judge });
    expect(state.signature.status).not.toBe('verified');
    return true;
  } catch (error) {
    if (
      !(error instanceof GovernanceError) ||
      !error.code.startsWith('ADVERTISED_') ||
      error.pointer === undefined
    )
      throw new Error(`not survived: ${Buffer.from(bytes).toString('base64')}`, { cause: error });
    return false;
  }
}

/**
 * Milliseconds per MiB that an answer takes; a document of less than a MiB counts as one. Processor time, in a process
 * of its own: the other suites are not the document's fault. It runs what `npm run build` built.
 */
function pace(bytes: Uint8Array): number {
  const script = fileURLToPath(new URL('support/pace.js', import.meta.url));
  return Number(execFileSync(process.execPath, ['--single-threaded-gc', script], { input: bytes }));
}

function run(sources: readonly Uint8Array[], mutations: number): number {
  const next = numbers(SEED);
  let read = 0;
  for (let done = 0; done < mutations; done++) {
    const source = sources[next(sources.length)];
    if (source === undefined) continue;
    const bytes = mutate(source, next);
    const start = performance.now();
    if (survive(bytes)) read++;
    // The clock of `npm test` is shared with other suites; the deep run holds every mutation to the limit.
    if (DEEP && performance.now() - start > LIMIT && pace(bytes) > LIMIT)
      throw new Error(`a hang: ${Buffer.from(bytes).toString('base64')}`);
  }
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  expect(Reflect.ownKeys(Object.prototype)).toEqual(OWN);
  return read;
}

const OWN = Reflect.ownKeys(Object.prototype);

const ours: readonly Uint8Array[] = [
  card10({ signatures: [] }),
  card03({ security: [{ k: [] }] }),
  {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {}, extensions: { 'x/y': {} } },
    serverInfo: { name: 'x' },
  },
  {
    discover: { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
    tools: [{ name: 'a', outputSchema: {} }],
  },
].map((document) => Buffer.from(JSON.stringify(document)));

describe('mutated documents', () => {
  it('of our own never get past a state or a fault', () => {
    expect(run(ours, MUTATIONS)).toBeGreaterThan(0);
  }, 3_600_000);

  it.skipIf(!existsSync(CORPUS))(
    'of the public cards neither (skipped where ../shared/corpus is absent)',
    () => {
      const cards = readdirSync(CORPUS).map((file) => readFileSync(new URL(file, CORPUS)));
      expect(run(cards, MUTATIONS)).toBeGreaterThan(0);
    },
    3_600_000,
  );
});

describe('a mebibyte of trouble is answered in time', () => {
  // As often as a mebibyte and the limit of values allow, each piece so many of them.
  const fill = (head: string, piece: string, tail: string, values = 0): Uint8Array => {
    const room = Math.floor((MEBIBYTE - head.length - tail.length) / Buffer.byteLength(piece));
    const times = values === 0 ? room : Math.min(room, Math.floor(65_000 / values));
    return Buffer.from(`${head}${piece.repeat(times).replace(/,$/, ' ')}${tail}`);
  };
  // Well formed, so that every canonical form is made and tried.
  const signature = {
    protected: Buffer.from('{"alg":"ES256","kid":"x"}').toString('base64url'),
    signature: Buffer.alloc(64, 7).toString('base64url'),
  };
  const name = `{"name":"x","signatures":[${JSON.stringify(signature)}],`;
  const params = `${name}"capabilities":{"extensions":[{"uri":"urn:x","params":{"z":"","a":[`;
  const backwards = (names: readonly string[]): string =>
    `{${names
      .toReversed()
      .map((each) => JSON.stringify(each))
      .join(':1,')}:1},`;
  const names = Array.from({ length: 200 }, (_, index) => String(index).padStart(3, '0'));
  const modes = Array.from({ length: 500 }, (_, index) => `"a/b;a=${index};"`).join();
  const CASES: readonly (readonly [string, Uint8Array])[] = [
    ['brackets', fill('', '[', '')],
    ['skills', fill(`${name}"skills":[`, '{"id":"a"},', ']}', 2)],
    ['too many skills', fill(`${name}"skills":[`, '{"id":"a"},', ']}')],
    ['extensions', fill(`${name}"capabilities":{"extensions":[`, '{"uri":"a"},', ']}}', 2)],
    ['requirements', fill(`${name}"securityRequirements":[`, '{},', '],"security":[{}]}', 2)],
    ['too many requirements', fill(`${name}"securityRequirements":[`, '{},', '],"security":[{}]}')],
    ['modes', fill(`${name}"defaultInputModes":[`, `${modes},`, ']}', 500)],
    ['an endless mode', fill(`${name}"defaultInputModes":["a/b`, ';', '"]}')],
    ['names in the wrong order', fill(params, backwards(names), ']}}]}}', 201)],
    [
      'long names in the wrong order',
      fill(params, backwards(names.map((each) => `${'n'.repeat(1_000)}${each}`)), ']}}]}}'),
    ],
    [
      'long names outside the plane',
      fill(params, backwards(names.map((each) => `${'\u{1f600}'.repeat(200)}${each}`)), ']}}]}}'),
    ],
    ['numbers', fill(params, '1,', ']}}]}}', 1)],
    ['too many numbers', fill(params, '1,', ']}}]}}')],
    ['numbers with exponents', fill(params, '1.234567e-100,', ']}}]}}', 1)],
    ['escapes', fill(`${name}"description":"`, '\\\\', '"}')],
    ['control characters', fill(`${name}"description":"`, '\\u0001', '"}')],
    [
      'many signatures',
      fill(
        `{"name":"x","signatures":[${Array(8).fill(JSON.stringify(signature)).join()}],"description":"`,
        'x',
        '","capabilities":{"extensions":[],"y":1},"iconUrl":""}',
      ),
    ],
    ['surrogates', fill(`${name}"description":"`, '\\ud83d\\ude00', '"}')],
    ['an endless string', fill('{"name":"', 'x', '')],
    ['digits', fill('{"name":', '9', '}')],
    ['zeros', fill('{"name":0.', '0', '1}')],
    ['white space', fill('{"name":', ' ', '1')],
    ['commas', fill('{"name":[', '1,', ']}')],
    ['wrong bytes', new Uint8Array(MEBIBYTE).fill(0x80)],
  ];
  it.each(CASES)(
    '%s',
    (_, bytes) => {
      if (DEEP) expect(pace(bytes)).toBeLessThanOrEqual(LIMIT);
      else survive(bytes);
    },
    60_000,
  );
});
