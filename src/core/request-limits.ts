// SPDX-License-Identifier: Apache-2.0

/** Bounds of a negotiation request, the same as in `schemas/negotiation-request.schema.json`. */
export const REQUEST_LIMITS: {
  /** Characters (Unicode code points) of any text. */
  readonly text: number;
  readonly modes: number;
  readonly extensions: number;
  /** Members of `requester.attributes`. */
  readonly attributes: number;
  /** Entries of a list or an object inside an attribute. */
  readonly entries: number;
  /** Lists and objects inside each other, inside one attribute. */
  readonly depth: number;
} = { text: 2_048, modes: 64, extensions: 64, attributes: 64, entries: 256, depth: 4 };

// RFC 9110 sections 8.3.1 and 12.5.1. A repeated parameter passes here and is never served (media-type.ts).
const MODE =
  /^(?:\*\/\*|[!#$%&'+.^_`|~0-9A-Za-z-]+\/(?:\*|[!#$%&'+.^_`|~0-9A-Za-z-]+))(?:[\t ]*;[\t ]*[!#$%&'*+.^_`|~0-9A-Za-z-]+=(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+|"(?:[\t !#-[\]-~]|\\[\t -~])*"))*$/;

// As the origin of a URL is serialized: two spellings of one origin would be two peers.
const ORIGIN =
  /^(?!https:\/\/[^/]*:443$|http:\/\/[^/]*:80$)[a-z][a-z0-9+.-]*:\/\/(?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])(?::[1-9][0-9]{0,4})?$/;

/** Whether a text is a media type or range that may be requested. */
export function isRequestMode(text: string): boolean {
  return MODE.test(text);
}

/** Whether a text is an origin in its one serialized form. */
export function isOrigin(text: string): boolean {
  return ORIGIN.test(text);
}

/** Whether a text has at most so many code points; counted only where the code units leave a doubt. */
export function isWithin(text: string, most: number): boolean {
  if (text.length <= most) return true;
  if (text.length > most * 2) return false;
  let count = 0;
  for (const _ of text) count++;
  return count <= most;
}
