// SPDX-License-Identifier: Apache-2.0
import { codes, type ErrorEntry } from './entry.js';

const NAMES = {
  CORE_STATE_FORGED: {
    message: 'the state was not issued by this engine',
    action: 'pass on the state object that the previous layer returned, never a copy',
  },
  CORE_USAGE: { message: 'the command line cannot be read', action: 'see `parley --help`' },
  CORE_FILE_UNREADABLE: { message: 'the file cannot be read', action: 'check the path and its permissions' },
  CORE_CONFIG_INVALID: {
    message: 'the configuration is not valid',
    action: 'correct the member named by the pointer; docs/configuration.md lists every member',
  },
  CORE_ENGINE_FAULT: {
    message: 'the engine failed in a way it does not know',
    action: 'report it with the code and the log; nothing was granted',
  },
  CORE_JSON_TOO_LARGE: {
    message: 'the JSON document is too large',
    action: 'send a smaller document, or raise the limit of bytes',
  },
  CORE_JSON_BOM: {
    message: 'the JSON document starts with a byte order mark',
    action: 'save it as UTF-8 without a byte order mark',
  },
  CORE_JSON_NOT_UTF8: { message: 'the JSON document is not UTF-8', action: 'save it as UTF-8' },
  CORE_JSON_MALFORMED: {
    message: 'the text is not JSON',
    action: 'correct the syntax at the position named',
  },
  CORE_JSON_NOT_AN_OBJECT: {
    message: 'the JSON document is not an object',
    action: 'pass a document whose outermost value is an object',
  },
  CORE_JSON_TOO_DEEP: {
    message: 'the JSON document is nested too deeply',
    action: 'flatten the value the pointer names, or raise the limit of depth',
  },
  CORE_JSON_DUPLICATE_KEY: {
    message: 'an object has two members of one name',
    action: 'keep one of them; readers disagree on which one counts',
  },
  CORE_JSON_PROTO_KEY: {
    message: 'a member is named `__proto__`',
    action: 'rename the member; the name is never accepted',
  },
  CORE_JSON_LONE_SURROGATE: {
    message: 'a string holds half of a surrogate pair',
    action: 'write the whole character, or leave it out',
  },
  CORE_JSON_NUMBER_INEXACT: {
    message: 'a number does not survive a double',
    action: 'write fewer digits, or put the number into a string',
  },
} as const;

/** Codes of what stands around the layers. */
export const CORE_CODES: Readonly<Record<keyof typeof NAMES, ErrorEntry>> = codes('core', NAMES);
