// SPDX-License-Identifier: Apache-2.0

/** A media type or, in a request only, a media range (RFC 9110 sections 8.3.1 and 12.5.1). */
export interface MediaType {
  /** As it was written. */
  readonly text: string;
  /** Lower case; `*` in a range. */
  readonly type: string;
  readonly subtype: string;
  /** `name=value` pairs, names in lower case, sorted, without repeats; values as written. */
  readonly parameters: readonly string[];
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const QUOTED = '"(?:[\\t \\x21\\x23-\\x5b\\x5d-\\x7e\\x80-\\uffff]|\\\\[\\t \\x21-\\x7e\\x80-\\uffff])*"';
const TYPE = new RegExp(`^(${TOKEN})/(${TOKEN})`);
const PARAMETER = new RegExp(`[ \\t]*;[ \\t]*(?:(${TOKEN})=(${TOKEN}|${QUOTED}))?`, 'y');

/**
 * Read a media type by RFC 9110: case-insensitive type and subtype, parameters as a set. `undefined` where it is
 * none (`text`, the empty string, a wildcard type with a concrete subtype). `charset=utf-8` on a text or JSON type
 * says nothing and is left out.
 */
export function parseMediaType(text: string): MediaType | undefined {
  const head = TYPE.exec(text);
  if (head === null) return undefined;
  const type = (head[1] ?? '').toLowerCase();
  const subtype = (head[2] ?? '').toLowerCase();
  if (type.includes('*') ? type !== '*' || subtype !== '*' : subtype.includes('*') && subtype !== '*')
    return undefined;
  const parameters = readParameters(text, head[0].length, type === 'text' || /(?:^|\+)json$/.test(subtype));
  return parameters === undefined ? undefined : { text, type, subtype, parameters };
}

/** Whether it is a range (`*` `/*` or `type/*`): allowed in a request, never in a card. */
export function isMediaRange(mode: MediaType): boolean {
  return mode.subtype === '*';
}

/**
 * Whether a requested type or range is served by an offered type. An offered type without parameters serves any
 * parameters; otherwise the two sets of parameters must be equal. There is no `+suffix` subsumption.
 */
export function mediaTypeServes(offered: MediaType, requested: MediaType): boolean {
  if (isMediaRange(offered)) return false;
  if (requested.type !== '*' && requested.type !== offered.type) return false;
  if (requested.subtype !== '*' && requested.subtype !== offered.subtype) return false;
  if (isMediaRange(requested) && requested.parameters.length === 0) return true;
  return offered.parameters.length === 0 || sameList(offered.parameters, requested.parameters);
}

function readParameters(text: string, from: number, isText: boolean): readonly string[] | undefined {
  if (from === text.length) return NONE;
  const found = new Map<string, string>();
  PARAMETER.lastIndex = from;
  while (PARAMETER.lastIndex < text.length) {
    const match = PARAMETER.exec(text);
    if (match === null) return undefined;
    const [, name, value] = match;
    if (name === undefined || value === undefined) continue; // RFC 9110 section 5.6.6 allows an empty parameter
    const key = name.toLowerCase();
    const plain = value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;
    if (found.has(key)) return undefined;
    if (!(isText && key === 'charset' && plain.toLowerCase() === 'utf-8')) found.set(key, plain);
  }
  return [...found].map(([key, value]) => `${key}=${value}`).sort();
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

const NONE: readonly string[] = Object.freeze([]);
