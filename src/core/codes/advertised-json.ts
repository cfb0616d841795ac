// SPDX-License-Identifier: Apache-2.0

/** Rows of the advertised part that speak of strict JSON (`parseStrict`). */
export const ADVERTISED_JSON_ROWS = {
  ADVERTISED_JSON_TOO_LARGE: {
    message: 'the JSON document is too large',
    action: 'send a smaller document, or raise the limit of bytes',
  },
  ADVERTISED_JSON_BOM: {
    message: 'the JSON document starts with a byte order mark',
    action: 'save it as UTF-8 without a byte order mark',
  },
  ADVERTISED_JSON_NOT_UTF8: { message: 'the JSON document is not UTF-8', action: 'save it as UTF-8' },
  ADVERTISED_JSON_MALFORMED: {
    message: 'the text is not JSON',
    action: 'correct the syntax at the position named',
  },
  ADVERTISED_JSON_NOT_AN_OBJECT: {
    message: 'the JSON document is not an object',
    action: 'pass a document whose outermost value is an object',
  },
  ADVERTISED_JSON_TOO_DEEP: {
    message: 'the JSON document is nested too deeply',
    action: 'flatten the value the pointer names, or raise the limit of depth',
  },
  ADVERTISED_JSON_TOO_MANY_VALUES: {
    message: 'the JSON document has too many values for its size',
    action: 'leave out what is not needed from the position named on, or raise the limit of values',
  },
  ADVERTISED_JSON_DUPLICATE_KEY: {
    message: 'an object has two members of one name',
    action: 'keep one of them; readers disagree on which one counts',
  },
  ADVERTISED_JSON_PROTO_KEY: {
    message: 'a member is named `__proto__`',
    action: 'rename the member; the name is never accepted',
  },
  ADVERTISED_JSON_LONE_SURROGATE: {
    message: 'a string holds half of a surrogate pair',
    action: 'write the whole character, or leave it out',
  },
  ADVERTISED_JSON_NUMBER_INEXACT: {
    message: 'a number does not survive a double',
    action: 'write fewer digits, or put the number into a string',
  },
} as const;
