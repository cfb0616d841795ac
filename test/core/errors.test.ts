// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../../src/core/error-codes.js';
import {
  AdvertisedError,
  AuthorizedError,
  type ErrorCode,
  EvidencedError,
  ExecutedError,
  fault,
  GovernanceError,
  NegotiatedError,
  oneLine,
  quote,
} from '../../src/core/errors.js';

describe('fault', () => {
  it.each<readonly [ErrorCode, typeof GovernanceError]>([
    ['ADVERTISED_JSON_BOM', AdvertisedError],
    ['NEGOTIATED_REQUEST_SELF', NegotiatedError],
    ['AUTHORIZED_POLICY_TRAP', AuthorizedError],
    ['EXECUTED_INVOCATION_MALFORMED', ExecutedError],
    ['EVIDENCED_WRITE_FAILED', EvidencedError],
    ['CORE_USAGE', GovernanceError],
    ['TSMM_PATH_EMPTY', GovernanceError],
    ['OPENWOP_VERSION_MALFORMED', GovernanceError],
  ])('makes %s in the class of its layer', (code, Class) => {
    const error = fault(code);
    expect(error.constructor).toBe(Class);
    expect(error).toBeInstanceOf(GovernanceError);
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe(Class.name);
  });

  it('takes everything from the row of its code', () => {
    for (const [code, entry] of Object.entries(ERROR_CODES) as [
      ErrorCode,
      (typeof ERROR_CODES)[ErrorCode],
    ][]) {
      const { layer, message, action, retryable = false } = entry;
      const error = fault(code);
      expect({ ...error }).toEqual({ code, name: error.name, layer, action, retryable, pointer: undefined });
      expect(error.message).toBe(message);
      expect(Object.hasOwn(error, 'cause')).toBe(false);
    }
  });

  it('keeps pointer, detail and cause', () => {
    const cause = new RangeError('below');
    const error = fault('CORE_CONFIG_INVALID', { pointer: '/limits', detail: 'expected a number', cause });
    expect(error.pointer).toBe('/limits');
    expect(error.message).toMatch(/: expected a number$/);
    expect(error.cause).toBe(cause);
  });

  it('cuts a long detail, and never inside a character', () => {
    const error = fault('CORE_USAGE', { detail: '😀'.repeat(200) });
    expect(error.message.length).toBeLessThan(250);
    expect(error.message.isWellFormed()).toBe(true);
    expect(error.message.endsWith('...')).toBe(true);
  });
});

describe('GovernanceError.toLine', () => {
  it('says code, place, what happened and what to do', () => {
    const { message, action } = ERROR_CODES.CORE_CONFIG_INVALID;
    const line = (pointer?: string): string =>
      fault('CORE_CONFIG_INVALID', { pointer, detail: 'x' }).toLine();
    expect(line('/limits/a')).toBe(`CORE_CONFIG_INVALID at /limits/a: ${message}: x; ${action}`);
    expect(line('')).toBe(`CORE_CONFIG_INVALID at (document): ${message}: x; ${action}`);
    expect(line()).toBe(`CORE_CONFIG_INVALID: ${message}: x; ${action}`);
  });

  it('is one line without control characters, whatever it quotes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (detail, pointer) => {
        const line = fault('CORE_USAGE', { detail, pointer }).toLine();
        expect(line).toMatch(/^[^\p{Cc}\u2028\u2029]*$/u);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('quote', () => {
  it('takes a value that cannot be written', () => {
    const hostile = { toString: null, valueOf: null };
    for (const value of [hostile, [hostile], Object.create(null)]) expect(quote(value)).toBe('`object`');
  });

  it.each<readonly [unknown, string]>([
    ['a', '`a`'],
    ['', '``'],
    ['a\r\nb\u001b[31mc', '`a b [31mc`'],
    ['a\u0085\u2028\u2029b', '`a b`'],
    [7, '`7`'],
    [undefined, '`undefined`'],
    [null, '`null`'],
    ['x'.repeat(80), `\`${'x'.repeat(80)}\``],
    ['x'.repeat(81), `\`${'x'.repeat(77)}...\``],
  ])('%j', (input, expected) => {
    expect(quote(input)).toBe(expected);
  });

  it('is short and well formed for well-formed text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(quote(text).length).toBeLessThanOrEqual(82);
        expect(quote(text).isWellFormed()).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('oneLine', () => {
  it('leaves plain text alone and joins what stood on several lines', () => {
    expect(oneLine('a b é 😀')).toBe('a b é 😀');
    expect(oneLine('a\n\n\tb\u0000')).toBe('a b ');
    expect(oneLine('deny \u202ewolla\u2066 x\u200f\u061c')).toBe('deny  wolla  x ');
  });
});
