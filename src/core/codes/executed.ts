// SPDX-License-Identifier: Apache-2.0
import { codes, type ErrorEntry } from './entry.js';

const NAMES = {
  EXECUTED_INVOCATION_MALFORMED: {
    message: 'the invocation is not of the documented shape',
    action: 'pass skill, inputMode, effect and, where used, outputModes, extensions, protocolVersion',
  },
  EXECUTED_SKILL_OUTSIDE_CONTRACT: {
    message: 'another skill than the negotiated one',
    action: 'invoke only what was negotiated, or negotiate again',
  },
  EXECUTED_INPUT_MODE_OUTSIDE_CONTRACT: {
    message: 'an input mode that was not negotiated',
    action: 'invoke only what was negotiated, or negotiate again',
  },
  EXECUTED_OUTPUT_MODE_OUTSIDE_CONTRACT: {
    message: 'an output mode that was not negotiated',
    action: 'invoke only what was negotiated, or negotiate again',
  },
  EXECUTED_EXTENSION_OUTSIDE_CONTRACT: {
    message: 'an extension that was not negotiated',
    action: 'invoke only what was negotiated, or negotiate again',
  },
  EXECUTED_EXTENSION_MISSING: {
    message: 'a required extension is not activated',
    action: 'activate every required extension in each invocation',
  },
  EXECUTED_VERSION_OUTSIDE_CONTRACT: {
    message: 'another protocol version than the negotiated one',
    action: 'invoke only what was negotiated, or negotiate again',
  },
  EXECUTED_EFFECT_OUTSIDE_CONTRACT: {
    message: 'another effect than the authorized one',
    action: 'ask for an authorization of this effect',
  },
  EXECUTED_AUTHORIZATION_EXPIRED: { message: 'the authorization has expired', action: 'negotiate again' },
  EXECUTED_OUTCOME_UNRECORDED: {
    message: 'the effect ran, but its end could not be recorded',
    action: 'repair the evidence store; `output` or `cause` of this error holds what the effect gave',
  },
} as const;

/** Codes of the executed layer. */
export const EXECUTED_CODES: Readonly<Record<keyof typeof NAMES, ErrorEntry>> = codes('executed', NAMES);
