// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, type Json, type JsonObject } from '../../core/json.js';
import { inapplicable } from './members.js';
import { readSdkView } from './sdk-view.js';

/**
 * Profile `a2a-python-legacy`: what a2a-python up to 1.1.2 signed, that is the pruned card of `a2a-sdk` written by
 * `json.dumps(sort_keys=True)`: ASCII escapes, keys in code point order, numbers as Python floats. Off by default;
 * accept it only for signers that cannot sign again.
 * @throws AdvertisedError ADVERTISED_PROFILE_INAPPLICABLE
 */
export function canonicalizeA2aPythonLegacy(card: JsonObject): string {
  return writeA2aPythonLegacy(readSdkView(card));
}

/** The text of a card that was pruned already. @throws AdvertisedError ADVERTISED_PROFILE_INAPPLICABLE */
export function writeA2aPythonLegacy(view: JsonObject): string {
  return write(view);
}

function write(value: Json): string {
  if (typeof value === 'string') return writeString(value);
  if (typeof value === 'number') return writeNumber(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(write).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const names = sorted(Object.keys(value));
  return `{${names.map((name) => `${writeString(name)}:${write(value[name] as Json)}`).join(',')}}`;
}

// Most text is ASCII that needs no escape.
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

function writeString(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw inapplicable(undefined, 'not I-JSON');
  return JSON.stringify(text).replace(/[\u007f-\uffff]+/g, escapeUnits);
}

/** Every UTF-16 code unit as `\u` and four hex digits. */
function escapeUnits(run: string): string {
  return Buffer.from(run, 'utf16le').swap16().toString('hex').replace(/.{4}/g, '\\u$&');
}

// Numbers occur in Structs alone, and a Struct holds doubles: Python prints `1.0`, and an exponent below 1e-4 and
// from 1e16 on, with two digits at least (float.__repr__). The digits are the shortest ones in both languages.
function writeNumber(number: number): string {
  if (!Number.isFinite(number)) throw inapplicable(undefined, 'a number that is not finite');
  if (Object.is(number, -0)) return '-0.0';
  if (Number.isSafeInteger(number)) return `${number}.0`;
  const [mantissa = '', exponentText = '0'] = number.toExponential().split('e');
  const exponent = Number(exponentText);
  if (number !== 0 && (exponent < -4 || exponent >= 16)) {
    const digits = String(Math.abs(exponent)).padStart(2, '0');
    return `${mantissa}e${exponent < 0 ? '-' : '+'}${digits}`;
  }
  const text = exponent < 0 ? number.toFixed(decimals(mantissa) - exponent) : String(number);
  return text.includes('.') ? text : `${text}.0`;
}

function decimals(mantissa: string): number {
  return mantissa.replace(/^-?\d\.?/, '').length;
}

// Code units and code points put strings in one order where there are no surrogates.
function sorted(names: string[]): readonly string[] {
  return names.some((name) => /[\ud800-\udfff]/.test(name)) ? names.sort(byCodePoint) : names.sort();
}

function byCodePoint(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const [a, b] = [left.charCodeAt(index), right.charCodeAt(index)];
    if (a !== b) return rank(a) - rank(b);
  }
  return left.length - right.length;
}

// Half of a surrogate pair stands for a code point above all those of one unit.
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
