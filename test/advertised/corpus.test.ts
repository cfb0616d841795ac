// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { advertise } from '../../src/advertised/advertise.js';
import { readCard } from '../../src/advertised/read-card.js';
import type { AdvertisedCapability } from '../../src/advertised/types.js';
import { GovernanceError } from '../../src/core/errors.js';
import { isJsonObject, type Json, type JsonObject } from '../../src/core/json.js';
import { parseStrict } from '../../src/core/json-strict/parse-strict.js';
import { ISSUER } from './support/cards.js';

const CORPUS = new URL('../../../shared/corpus/', import.meta.url);
const here = existsSync(CORPUS);

interface Row {
  readonly file: string;
  readonly kind: string;
  readonly signed: boolean;
  readonly card_pointers?: readonly string[];
  readonly invalid_10?: readonly string[];
  readonly invalid_03?: readonly string[];
}

const rows: readonly Row[] = here
  ? readFileSync(new URL('index.ndjson', CORPUS), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row)
  : [];
const bytesOf = (row: Row): Uint8Array => readFileSync(new URL(`cards/${row.file}`, CORPUS));

function readRow(row: Row): AdvertisedCapability | GovernanceError {
  try {
    return advertise(bytesOf(row), { issuer: ISSUER, now: 0 });
  } catch (error) {
    if (error instanceof GovernanceError) return error;
    throw error;
  }
}

function count(names: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of [...names].sort()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

describe.skipIf(!here)('public cards (skipped where ../shared/corpus is absent)', () => {
  it('are read or refused as what they are, each refusal with a code and a pointer', () => {
    const verdicts = rows.map((row) => {
      const result = readRow(row);
      if (!(result instanceof GovernanceError)) return `${row.kind}: read`;
      expect(result.pointer).toBeDefined();
      return `${row.kind}: ${result.code}`;
    });
    expect(count(verdicts)).toEqual({
      'a2a-card: read': 104,
      'contains-card: ADVERTISED_NOT_A_CARD': 6,
      'invalid-json: ADVERTISED_JSON_MALFORMED': 2,
      'lookalike: ADVERTISED_JSON_MALFORMED': 1,
      'lookalike: ADVERTISED_NOT_A_CARD': 23,
      'mcp-description: ADVERTISED_NOT_A_CARD': 10,
    });
  });

  it('show these findings', () => {
    const codes = rows.flatMap((row) => {
      const result = readRow(row);
      return result instanceof GovernanceError ? [] : [...new Set(result.findings.map(({ code }) => code))];
    });
    // Cards with a finding, by code.
    expect(count(codes)).toEqual(EXPECTED);
  });

  it('are told apart: signed or not', () => {
    for (const row of rows.filter(({ kind }) => kind === 'a2a-card')) {
      const result = readRow(row);
      if (result instanceof GovernanceError) throw result;
      const entries = (result.emitted['signatures'] ?? []) as readonly Json[];
      expect([row.file, result.signature.status]).toEqual([
        row.file,
        entries.length > 0 ? 'untrusted' : 'unsigned',
      ]);
    }
  });

  it('are cards inside other documents, where the index says so', () => {
    for (const row of rows.filter(({ kind }) => kind === 'contains-card')) {
      for (const pointer of row.card_pointers ?? []) {
        const card = at(parseStrict(bytesOf(row)), pointer);
        expect(readCard(card).facts.protocol).toBe('a2a');
      }
    }
  });

  it('miss the required members that the index lists, for the version they are read as', () => {
    for (const row of rows.filter(({ kind }) => kind === 'a2a-card')) {
      const result = readRow(row);
      if (result instanceof GovernanceError) throw result;
      const listed = (result.view.shape === '1.0' ? row.invalid_10 : row.invalid_03) ?? [];
      const expected = listed.filter((text) => /^missing /.test(text)).map((text) => `/${text.slice(8)}`);
      const found = result.findings
        .filter(({ code, pointer }) => code === 'card.required-missing' && pointer.lastIndexOf('/') === 0)
        .map(({ pointer }) => pointer);
      expect([row.file, [...found].sort()]).toEqual([row.file, [...expected].sort()]);
    }
  });
});

function at(document: JsonObject, pointer: string): JsonObject {
  let value: Json = document;
  for (const token of pointer.split('/').slice(1)) {
    value = Array.isArray(value)
      ? ((value[Number(token)] as Json) ?? null)
      : isJsonObject(value)
        ? (value[token] ?? null)
        : null;
  }
  if (!isJsonObject(value)) throw new TypeError(`no object at ${pointer}`);
  return value;
}

const EXPECTED: Readonly<Record<string, number>> = {
  'card.capabilities-not-object': 2,
  'card.dual-shape': 5,
  'card.interface-malformed': 2,
  'card.interface-unversioned': 3,
  'card.legacy-member': 13,
  'card.legacy-security': 17,
  'card.mode-malformed': 25,
  'card.null-member': 3,
  'card.required-empty': 2,
  'card.required-missing': 38,
  'card.scheme-malformed': 2,
  'card.scheme-unwrapped': 5,
  'card.security-unwrapped': 2,
  'card.skill-malformed': 6,
  'card.snake-case-member': 8,
  'card.unknown-member': 56,
  'card.version-shape-mismatch': 7,
  'card.wrong-type': 4,
};
