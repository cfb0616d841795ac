// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMediaRange, mediaTypeServes, parseMediaType } from '../../src/core/media-type.js';
import { isRequestMode } from '../../src/core/request-limits.js';
import { RUNS } from '../support/runs.js';

function parsed(text: string): NonNullable<ReturnType<typeof parseMediaType>> {
  const mode = parseMediaType(text);
  if (mode === undefined) throw new Error(`no media type: ${text}`);
  return mode;
}

describe('parseMediaType reads (RFC 9110 section 8.3.1)', () => {
  it.each<readonly [string, string, string, readonly string[]]>([
    ['text/plain', 'text', 'plain', []],
    ['TEXT/Plain', 'text', 'plain', []],
    ['application/vnd.x+json', 'application', 'vnd.x+json', []],
    ["a!#$%&'+.^_`|~-/b", "a!#$%&'+.^_`|~-", 'b', []],
    ['*/*', '*', '*', []],
    ['text/*', 'text', '*', []],
    ['text/plain;format=flowed', 'text', 'plain', ['format=flowed']],
    ['text/plain \t; \tFORMAT=Flowed', 'text', 'plain', ['format=Flowed']],
    ['text/plain;b=2;a=1', 'text', 'plain', ['a=1', 'b=2']],
    ['text/plain;', 'text', 'plain', []],
    ['text/plain; ;a=1;;', 'text', 'plain', ['a=1']],
    ['a/b;p="a b"', 'a', 'b', ['p=a b']],
    ['a/b;p="a;b=c"', 'a', 'b', ['p=a;b=c']],
    ['a/b;p="q\\"\\\\r"', 'a', 'b', ['p=q"\\r']],
    ['a/b;p=""', 'a', 'b', ['p=']],
    ['a/b;p="token"', 'a', 'b', ['p=token']],
    ['text/html;charset=utf-8', 'text', 'html', []],
    ['application/json; Charset="UTF-8"', 'application', 'json', []],
    ['application/x+json;charset=utf-8;v=1', 'application', 'x+json', ['v=1']],
    ['application/json;charset=latin1', 'application', 'json', ['charset=latin1']],
    ['application/xml;charset=utf-8', 'application', 'xml', ['charset=utf-8']],
    ['text/*;level=1', 'text', '*', ['level=1']],
  ])('%s', (text, type, subtype, parameters) => {
    expect(parseMediaType(text)).toEqual({ text, type, subtype, parameters });
  });
});

describe('parseMediaType refuses', () => {
  it.each([
    '',
    ' ',
    'text',
    '*',
    '/',
    'text/',
    '/plain',
    ' text/plain',
    'text/plain ',
    'text /plain',
    'text/ plain',
    'text/plain/x',
    'text//plain',
    '*/plain',
    'te*xt/plain',
    '*/*x',
    'text/pl*in',
    'text/**',
    'text/plain,text/html',
    'text/plain a=b',
    'text/plain;a',
    'text/plain;a=',
    'text/plain;=b',
    'text/plain;a =b',
    'text/plain;a= b',
    'text/plain;a=b c',
    'text/plain;a="b',
    'text/plain;a=b"',
    'text/plain;a="b"c',
    'text/plain;a="b\\"',
    'text/plain;a="b\u0000"',
    'text/plain;a="b\nc"',
    'text/plain;a=\u00e9',
    'text/plain;a=1;a=2',
    'text/plain;a=1;A=1',
    'text/plain;charset=utf-8;a=1;a=1',
    'text/plain\n',
    't\u00e9xt/plain',
    'text/plain\u0000',
  ])('%j', (text) => {
    expect(parseMediaType(text)).toBeUndefined();
  });
});

describe('mediaTypeServes', () => {
  it.each<readonly [string, string]>([
    ['text/plain', 'text/plain'],
    ['TEXT/plain', 'text/PLAIN'],
    ['text/plain', '*/*'],
    ['text/plain', 'text/*'],
    ['text/plain;format=flowed', 'text/*'],
    ['text/plain', 'text/plain;format=flowed'],
    ['text/plain', 'text/*;format=flowed'],
    ['a/b;x=1;y=2', 'a/b;y=2;x=1'],
    ['a/b;x="1"', 'a/b;X=1'],
    ['application/json', 'application/json;charset=utf-8'],
    ['application/json;charset=UTF-8', 'application/json'],
  ])('%s serves %s', (offered, requested) => {
    expect(mediaTypeServes(parsed(offered), parsed(requested))).toBe(true);
  });

  it.each<readonly [string, string]>([
    ['text/plain', 'text/html'],
    ['text/plain', 'application/plain'],
    ['text/plain', 'image/*'],
    ['application/json', 'application/vnd.x+json'],
    ['application/vnd.x+json', 'application/json'],
    ['application/x', 'application/x-y'],
    ['text/plain;format=flowed', 'text/plain'],
    ['text/plain;format=flowed', 'text/plain;format=fixed'],
    ['text/plain;format=flowed', 'text/plain;format=Flowed'],
    ['a/b;x=1', 'a/b;x=1;y=2'],
    ['a/b;x=1;y=2', 'a/b;x=1'],
    ['a/b;x=1', 'a/*;x=2'],
    ['a/b;x=1', '*/*;y=1'],
    // A card offers types, never ranges.
    ['*/*', 'text/plain'],
    ['*/*', '*/*'],
    ['text/*', 'text/*'],
  ])('%s does not serve %s', (offered, requested) => {
    expect(mediaTypeServes(parsed(offered), parsed(requested))).toBe(false);
  });
});

const token = fc.string({
  unit: fc.constantFrom(..."!#$%&'+.^_`|~-019azAZ"),
  minLength: 1,
  maxLength: 8,
});
const value = fc.string({ unit: fc.constantFrom(...'ab"\\ ;=,\t/*'), maxLength: 6 });
const parameters = fc.uniqueArray(fc.tuple(token, value), {
  selector: ([name]) => name.toLowerCase(),
  maxLength: 4,
});
const space = fc.constantFrom('', ' ', '\t', ' \t ');

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function written(
  type: string,
  subtype: string,
  list: readonly (readonly [string, string])[],
  gap = '',
): string {
  return `${type}/${subtype}${list.map(([name, text]) => `${gap};${gap}${name}=${quoted(text)}`).join('')}`;
}

describe('laws of media types', () => {
  it('case of type, subtype and names, order and white space say nothing', () => {
    fc.assert(
      fc.property(
        token,
        token,
        parameters,
        space,
        fc.infiniteStream(fc.nat(9)),
        (type, subtype, list, gap, order) => {
          const shuffled = list
            .map((entry) => ({ entry, at: order.next().value ?? 0 }))
            .sort((a, b) => a.at - b.at)
            .map(({ entry: [name, text] }) => [name.toUpperCase(), text] as const);
          const one = parsed(written(type, subtype, list));
          const other = parsed(written(type.toUpperCase(), subtype.toLowerCase(), shuffled, gap));
          expect({ ...other, text: '' }).toEqual({ ...one, text: '' });
          expect(mediaTypeServes(one, other)).toBe(true);
          expect(mediaTypeServes(other, one)).toBe(true);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('what is read can be written and read again', () => {
    fc.assert(
      fc.property(token, token, parameters, (type, subtype, list) => {
        const mode = parsed(written(type, subtype, list));
        const again = mode.parameters.map((pair): [string, string] => {
          const at = pair.indexOf('=');
          return [pair.slice(0, at), pair.slice(at + 1)];
        });
        expect(parsed(written(mode.type, mode.subtype, again)).parameters).toEqual(mode.parameters);
      }),
      { numRuns: RUNS },
    );
  });

  const TYPES = [
    'a/b',
    'a/c',
    'd/b',
    'a/b;x=1',
    'a/b;x=2',
    'a/b;x=1;y=1',
    'a/*',
    '*/*',
    'a/*;x=1',
    '*/*;x=1',
  ];

  it('a range is served by everything that one of its types is served by', () => {
    for (const offer of TYPES.map(parsed))
      for (const asked of TYPES.map(parsed)) {
        if (!mediaTypeServes(offer, asked)) continue;
        expect(mediaTypeServes(offer, parsed('*/*'))).toBe(true);
        expect(mediaTypeServes(offer, parsed(`${asked.type}/*`))).toBe(true);
        expect(isMediaRange(offer)).toBe(false);
      }
  });

  it('reads every mode that a request may name, or finds a parameter repeated in it', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab*/;="\\ \t', 'a/b', ';x=1', ';y="q"') });
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          text.map((tail) => `a/b${tail}`),
        ),
        (mode) => {
          if (!isRequestMode(mode) || parseMediaType(mode) !== undefined) return;
          const names = [...mode.matchAll(/;[ \t]*([ab xy*]+)=/g)].map((match) => match[1]);
          expect(new Set(names).size).toBeLessThan(names.length);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('reads a text of 200,000 characters in one pass', { timeout: 2_000 }, () => {
    expect(parseMediaType('a/b;'.repeat(50_000))).toBeUndefined();
    expect(parseMediaType(`a/b${' ;'.repeat(100_000)}`)?.parameters).toEqual([]);
    expect(parseMediaType(`a/b${' '.repeat(200_000)}x`)).toBeUndefined();
    expect(parseMediaType(`a/b;x="${'\\'.repeat(199_999)}`)).toBeUndefined();
  });
});
