// SPDX-License-Identifier: Apache-2.0
import { ERROR_CODES, type ErrorCode, type ErrorLayer } from './error-codes.js';

export type { ErrorCode, ErrorLayer } from './error-codes.js';

/** What a fault says beyond its code. */
export interface FaultOptions {
  /** Where in the document, as a JSON pointer (RFC 6901); `""` is the whole document. */
  readonly pointer?: string | undefined;
  /** What was seen; user input in backticks. Cut at 200 characters; never a secret. */
  readonly detail?: string | undefined;
  readonly cause?: unknown;
}

/**
 * A fault or a refusal of input, by stable code. `message` is `what went wrong: what was seen`, `action` says what
 * to do, `pointer` where. Switch on `code`; messages may change.
 */
export class GovernanceError extends Error {
  readonly code: ErrorCode;
  readonly layer: ErrorLayer;
  readonly action: string;
  readonly retryable: boolean;
  readonly pointer: string | undefined;

  constructor(code: ErrorCode, options: FaultOptions = {}) {
    const entry = ERROR_CODES[code];
    const detail = options.detail === undefined ? '' : `: ${clip(options.detail, 200)}`;
    super(`${entry.message}${detail}`, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.layer = entry.layer;
    this.action = entry.action;
    this.retryable = entry.retryable ?? false;
    this.pointer = options.pointer;
  }

  /** One line for a person: code, pointer, what happened, what to do. */
  toLine(): string {
    const where =
      this.pointer === undefined ? '' : ` at ${this.pointer === '' ? '(document)' : this.pointer}`;
    return oneLine(`${this.code}${where}: ${this.message}; ${this.action}`);
  }
}

/** A fault of the advertised layer. */
export class AdvertisedError extends GovernanceError {}
/** A fault of the discoverable layer. */
export class DiscoverableError extends GovernanceError {}
/** A fault of the negotiated layer. */
export class NegotiatedError extends GovernanceError {}
/** A fault of the authorized layer, the policy among it. */
export class AuthorizedError extends GovernanceError {}
/** An invocation outside its contract, or a fault of the executed layer. */
export class ExecutedError extends GovernanceError {}
/** A fault of the evidence. */
export class EvidencedError extends GovernanceError {}

const CLASSES: Readonly<Partial<Record<ErrorLayer, typeof GovernanceError>>> = {
  advertised: AdvertisedError,
  discoverable: DiscoverableError,
  negotiated: NegotiatedError,
  authorized: AuthorizedError,
  executed: ExecutedError,
  evidenced: EvidencedError,
};

/** The error of a code, in the class of its layer. */
export function fault(code: ErrorCode, options: FaultOptions = {}): GovernanceError {
  const Class = CLASSES[ERROR_CODES[code].layer] ?? GovernanceError;
  return new Class(code, options);
}

/** Quote user input for a message: backticks, one line, cut at 80 characters. */
export function quote(text: unknown): string {
  return `\`${clip(oneLine(textOf(text)), 80)}\``;
}

// A value that cannot be written must not take the place of the error that it is quoted in.
function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return typeof value;
  }
}

/** Text without control characters, line breaks and marks that turn the direction of writing, as one line. */
export function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g, ' ');
}

function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 3).toWellFormed()}...`;
}
