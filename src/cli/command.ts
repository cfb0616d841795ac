// SPDX-License-Identifier: Apache-2.0
import type { Command } from 'commander';
import type { CliIo, ExitCode } from './io.js';

/** What a command module exports as `command`. Each lives in `commands/` and is loaded only when it is called. */
export interface CliCommand {
  /** Declare arguments and options; the actions call `done` with the exit code. */
  declare(command: Command, io: CliIo, done: (code: ExitCode) => void): void;
}
