// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEvenJson } from '../../../src/adapters/bundle/even.js';
import { parseJsonText } from '../../../src/adapters/bundle/json-text.js';
import { hashBundleFile } from '../../../src/adapters/bundle/structured-hash.js';
import { RUNS } from '../../support/runs.js';
import { bytes } from './support.js';

describe('even formatting', () => {
  it.each([
    '{}',
    '[]\n',
    '1',
    '"a"\n',
    '{"a":1,"b":[1,2]}\n',
    '{"a": 1, "b": [1, 2]}',
    '{\n  "a": 1,\n  "b": [\n    1\n  ]\n}\n',
    '{\n  "a": [1, 2],\n  "b": { "c": [] }\n}\n',
    '{\n\t"a": {\n\t\t"b": 1\n\t}\n}',
    '{\n "a": {\n  "b": 1\n }\n}',
    '{"a":"\\u001f\\\\u001F"}',
  ])('accepts %j', (text) => {
    expect(isEvenJson(text)).toBe(true);
  });

  it.each([
    ' {}',
    '{} ',
    '{}\n\n',
    '{}\r\n',
    '{ }',
    '{"a":  1}',
    '{"a" :1}',
    '{"a":\n1}',
    '{"a":1 }',
    '{ "a":1}',
    '{"a":1,  "b":2}',
    '{"a":1 ,"b":2}',
    '{\n  "a": 1 }',
    '{\n  "a": 1,\n   "b": 2\n}',
    '{\n \t"a": 1\n}',
    '{\n "a": 1\n}',
    '{\r\n  "a": 1\r\n}',
    '{\n"a": 1\n}',
    '{"a":"\\u001F"}',
    '[1,\t2]',
  ])('refuses %j', (text) => {
    expect(isEvenJson(text)).toBe(false);
  });

  const styles: readonly (readonly [string, (value: unknown) => string])[] = [
    ['compact', (value) => `${JSON.stringify(value)}\n`],
    ['two spaces', (value) => JSON.stringify(value, null, 2)],
    ['one space', (value) => JSON.stringify({ a: value, b: [value] }, null, 1)],
    ['tabs', (value) => `${JSON.stringify([value, 1], null, '\t')}\n`],
  ];

  it.each(styles)('is what %s gives', (_name, style) => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => isEvenJson(style(value))),
      { numRuns: RUNS / 4 },
    );
  });

  it.each(styles)('leaves a replaced byte nowhere to hide: %s', (_name, style) => {
    const wild = fc.jsonValue({ maxDepth: 3 });
    const byte = fc.oneof(fc.constantFrom(...Buffer.from(' \n\t\rcCeE-+.0')), fc.nat(255));
    fc.assert(
      fc.property(wild, fc.nat(), byte, (value, position, replacement) => {
        const before = bytes(style(value));
        const after = Uint8Array.from(before);
        after[position % after.length] = replacement;
        if (Buffer.compare(before, after) === 0) return true;
        return seal(after) !== seal(before);
      }),
      { numRuns: RUNS },
    );
  });
});

// What stands between a changed byte and acceptance: strict JSON, even formatting, OPA's hash.
function seal(document: Uint8Array): string | undefined {
  try {
    const node = parseJsonText(document, 'data.json', 64);
    return isEvenJson(Buffer.from(document).toString()) ? hashBundleFile(node, 'sha256') : undefined;
  } catch {
    return undefined;
  }
}
