// SPDX-License-Identifier: Apache-2.0
import { codes, type ErrorEntry } from './entry.js';

const NAMES = {
  CORE_STATE_FORGED: {
    message: 'the state was not issued by this engine',
    action: 'pass on the state object that the previous layer returned, never a copy',
  },
  CORE_USAGE: { message: 'the command line cannot be read', action: 'see `parley --help`' },
  CORE_FILE_UNREADABLE: { message: 'the file cannot be read', action: 'check the path and its permissions' },
  CORE_FILE_UNWRITABLE: {
    message: 'the file cannot be written',
    action: 'check the path and its permissions',
  },
  CORE_CONFIG_INVALID: {
    message: 'the configuration is not valid',
    action: 'correct the member named by the pointer; docs/configuration.md lists every member',
  },
  CORE_PROTOTYPE_CHANGED: {
    message: 'something was added to the prototype of every object, so nothing can be decided',
    action: 'find what extends Object.prototype or Array.prototype, or load it before the engine is made',
  },
  CORE_ENGINE_FAULT: {
    message: 'the engine failed in a way it does not know',
    action: 'report it with the code and the log; nothing was granted',
  },
} as const;

/** Codes of what stands around the layers. */
export const CORE_CODES: Readonly<Record<keyof typeof NAMES, ErrorEntry>> = codes('core', NAMES);
