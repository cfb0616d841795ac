// SPDX-License-Identifier: Apache-2.0
import { type ErrorCode, quote } from '../errors.js';
import { isExtensionName } from '../extension-name.js';
import { isOrigin, isRequestMode, isWithin, REQUEST_LIMITS } from '../request-limits.js';
import { list, type Reader, RequestRefusal, wrongType } from './reader.js';

/** Read a text that is not empty. */
export const text: Reader<string> = (value) => {
  const read = anyText(value);
  if (read === '') throw new RequestRefusal('NEGOTIATED_REQUEST_TEXT_EMPTY');
  return read;
};

/** Read a text that may be empty: bounded, and well-formed Unicode (a digest of half a pair is ambiguous). */
export const anyText: Reader<string> = (value) => {
  if (typeof value !== 'string') throw wrongType('a string');
  if (!isWithin(value, REQUEST_LIMITS.text)) throw new RequestRefusal('NEGOTIATED_REQUEST_TEXT_TOO_LONG');
  if (!value.isWellFormed()) throw new RequestRefusal('NEGOTIATED_REQUEST_TEXT_NOT_UNICODE');
  return value;
};

/** Read a truth value. */
export const flag: Reader<boolean> = (value) => {
  if (typeof value !== 'boolean') throw wrongType('true or false');
  return value;
};

/** Read an origin. */
export const origin: Reader<string> = formed(isOrigin, 'NEGOTIATED_REQUEST_ORIGIN_MALFORMED');

/** Read the name of an extension. */
export const extensionName: Reader<string> = formed(
  isExtensionName,
  'NEGOTIATED_REQUEST_EXTENSION_MALFORMED',
);

const mode = formed(isRequestMode, 'NEGOTIATED_REQUEST_MODE_MALFORMED');
const modeList = list(mode, 1, REQUEST_LIMITS.modes);

/** Read a list of modes, each of which stands there once. */
export const modes: Reader<readonly string[]> = (value) => {
  const read = modeList(value);
  refuseRepeat(read, 'NEGOTIATED_REQUEST_MODE_DUPLICATE');
  return read;
};

/** A reader of one of a few words. */
export function oneOf<T extends string>(...words: readonly T[]): Reader<T> {
  return (value) => {
    if (typeof value !== 'string') throw wrongType('a string');
    const word = words.find((one) => one === value);
    if (word === undefined) throw new RequestRefusal('NEGOTIATED_REQUEST_VALUE_UNKNOWN', quote(value));
    return word;
  };
}

/** Refuse a list in which something stands twice. */
export function refuseRepeat(items: readonly string[], code: ErrorCode): void {
  for (let index = 1; index < items.length; index++) {
    const item = items[index];
    // Most lists have one entry to four; a set would cost more than it saves.
    if (item === undefined || items.indexOf(item) === index) continue;
    const refusal = new RequestRefusal(code, quote(item));
    refusal.path.unshift(index);
    throw refusal;
  }
}

function formed(isFormed: (text: string) => boolean, code: ErrorCode): Reader<string> {
  return (value) => {
    const read = text(value);
    if (!isFormed(read)) throw new RequestRefusal(code, quote(read));
    return read;
  };
}
