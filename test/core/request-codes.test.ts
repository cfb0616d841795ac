// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { ERROR_CODES, type ErrorCode } from '../../src/core/error-codes.js';
import { parseRequest } from '../../src/core/request-parse.js';
import { FULL_REQUEST } from '../tsmm/support/requests.js';

const { requester } = FULL_REQUEST;
const deep = { a: { b: { c: { d: { e: {} } } } } };

/** One way to each code of a request: what is put in the place of a member, and where the pointer then points. */
const WAYS: readonly (readonly [ErrorCode, object, string])[] = [
  ['NEGOTIATED_REQUEST_MEMBER_UNKNOWN', { extra: 1 }, '/extra'],
  ['NEGOTIATED_REQUEST_MEMBER_MISSING', { provider: {} }, '/provider/ref'],
  ['NEGOTIATED_REQUEST_TYPE_WRONG', { skill: 1 }, '/skill'],
  ['NEGOTIATED_REQUEST_VALUE_UNKNOWN', { protocol: { name: 'acp' } }, '/protocol/name'],
  ['NEGOTIATED_REQUEST_TEXT_EMPTY', { scope: '' }, '/scope'],
  ['NEGOTIATED_REQUEST_TEXT_TOO_LONG', { run: 'x'.repeat(2_049) }, '/run'],
  ['NEGOTIATED_REQUEST_TEXT_NOT_UNICODE', { skill: '\udc00' }, '/skill'],
  ['NEGOTIATED_REQUEST_LIST_EMPTY', { inputModes: [] }, '/inputModes'],
  ['NEGOTIATED_REQUEST_LIST_TOO_LONG', { extensions: new Array(65) }, '/extensions'],
  [
    'NEGOTIATED_REQUEST_ATTRIBUTE_TOO_DEEP',
    { requester: { ...requester, attributes: deep } },
    '/requester/attributes/a/b/c/d/e',
  ],
  [
    'NEGOTIATED_REQUEST_ATTRIBUTE_NAME',
    { requester: { ...requester, attributes: JSON.parse('{"__proto__":1}') as unknown } },
    '/requester/attributes/__proto__',
  ],
  ['NEGOTIATED_REQUEST_MODE_MALFORMED', { outputModes: ['json'] }, '/outputModes/0'],
  ['NEGOTIATED_REQUEST_MODE_DUPLICATE', { outputModes: ['a/b', 'a/b'] }, '/outputModes/1'],
  [
    'NEGOTIATED_REQUEST_EXTENSION_MALFORMED',
    { extensions: [{ uri: 'traceability', required: true }] },
    '/extensions/0/uri',
  ],
  [
    'NEGOTIATED_REQUEST_EXTENSION_DUPLICATE',
    {
      extensions: [
        { uri: 'urn:a', required: true },
        { uri: 'urn:a', version: '2', required: false },
      ],
    },
    '/extensions/1',
  ],
  [
    'NEGOTIATED_REQUEST_ORIGIN_MALFORMED',
    { provider: { ref: 'p', origin: 'https://p.example/' } },
    '/provider/origin',
  ],
  ['NEGOTIATED_REQUEST_SELF', { provider: { ref: requester.ref } }, '/provider/ref'],
];

describe('codes of a request', () => {
  it.each(WAYS)('%s', (code, change, pointer) => {
    const call = (): unknown => parseRequest({ ...FULL_REQUEST, ...change });
    expect(call).toThrow(expect.objectContaining({ code, pointer, layer: 'negotiated' }));
  });

  it('each have a way that leads to them', () => {
    const all = Object.keys(ERROR_CODES).filter((code) => code.startsWith('NEGOTIATED_REQUEST_'));
    expect(WAYS.map(([code]) => code).toSorted()).toEqual(all.toSorted());
  });
});
