// SPDX-License-Identifier: Apache-2.0

/** The clock of an engine: milliseconds since the epoch. The only source of time a layer sees. */
export interface Clock {
  now(): number;
}

/** What an identifier is made for. */
export type IdKind = 'negotiation' | 'decision' | 'event' | 'evidence' | 'execution';

/**
 * The source of identifiers. `seed` gives the digest (hex) of what the identifier names, for implementations that
 * derive identifiers instead of drawing them; the answer must match `[A-Za-z0-9.-]+` and be unique per store.
 */
export interface Ids {
  next(kind: IdKind, seed: () => string): string;
}

/** Where an engine writes its log; a pino logger fits as it is. Never receives key material or card content. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A logger that writes nothing. */
export const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };
