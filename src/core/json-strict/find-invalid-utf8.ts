// SPDX-License-Identifier: Apache-2.0
import { fault, type GovernanceError } from '../errors.js';
import { findFault, positionOf } from './find-fault.js';
import type { JsonLimits } from './limits.js';

const REPLACEMENT = 0xfffd;

/**
 * The fault of bytes that are not UTF-8, with the pointer of the value in which the first wrong byte stands; an
 * earlier fault of the text comes first.
 */
export function findInvalidUtf8(bytes: Uint8Array, limits: Required<JsonLimits>): GovernanceError {
  const lossy = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const before = validPrefix(bytes, lossy);
  const position = positionOf(before, before.length);
  const found = findFault(before, limits);
  // Cut in mid-document, the text before the wrong byte is malformed at its end: that is where the byte stands.
  const earlier = found !== undefined && found.error.code !== 'ADVERTISED_JSON_MALFORMED';
  if (earlier) return found.error;
  return fault('ADVERTISED_JSON_NOT_UTF8', { pointer: found?.error.pointer ?? '', detail: position });
}

function validPrefix(bytes: Uint8Array, lossy: string): string {
  let byte = 0;
  let at = 0;
  for (const character of lossy) {
    const code = character.codePointAt(0) ?? 0;
    const real = bytes[byte] === 0xef && bytes[byte + 1] === 0xbf && bytes[byte + 2] === 0xbd;
    if (code === REPLACEMENT && !real) break;
    byte += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
    at += character.length;
  }
  return lossy.slice(0, at);
}
