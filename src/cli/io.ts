// SPDX-License-Identifier: Apache-2.0

/** Exit codes, everywhere (design section 7). */
export const EXIT: { readonly yes: 0; readonly no: 1; readonly noAnswer: 2; readonly review: 3 } = {
  yes: 0,
  no: 1,
  noAnswer: 2,
  review: 3,
};

/** One of the exit codes. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What a command may touch of the world; a test passes its own. */
export interface CliIo {
  out(text: string): void;
  err(text: string): void;
  /** Whether stdout is a terminal: colour is used only there. */
  readonly color: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** All of standard input. */
  readStdin(): Promise<Uint8Array>;
}
