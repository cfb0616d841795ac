// SPDX-License-Identifier: Apache-2.0
import { createRequire } from 'node:module';
import type { Logger } from '../../core/ports.js';
import type { CliIo } from '../io.js';

type Level = 'debug' | 'info' | 'warn' | 'error';

const LEVELS: readonly Level[] = ['debug', 'info', 'warn', 'error'];

/**
 * The command line's log: pino, as JSON lines on stderr, from `PARLEY_LOG_LEVEL` on (default `warn`). Pino is loaded
 * with the first line that is written, so that a quiet command does not pay for it.
 */
export function createLogger(io: CliIo): Logger {
  const wanted = LEVELS.indexOf((io.env['PARLEY_LOG_LEVEL'] ?? 'warn') as Level);
  const least = wanted === -1 ? LEVELS.indexOf('warn') : wanted;
  let log: Logger | undefined;
  const write = (level: Level, fields: object, message: string): void => {
    if (LEVELS.indexOf(level) < least) return;
    log ??= loadPino(io, LEVELS[least] ?? 'warn');
    log[level](fields, message);
  };
  return {
    debug: (fields, message) => write('debug', fields, message),
    info: (fields, message) => write('info', fields, message),
    warn: (fields, message) => write('warn', fields, message),
    error: (fields, message) => write('error', fields, message),
  };
}

function loadPino(io: CliIo, level: Level): Logger {
  const { pino } = createRequire(import.meta.url)('pino') as typeof import('pino');
  return pino({ level, base: null }, { write: (line: string) => io.err(line) });
}
