// SPDX-License-Identifier: Apache-2.0
import { fault, GovernanceError, quote } from '../../../core/errors.js';
import { sqliteCode } from '../../sqlite/sqlite-code.js';

/** The fault of a write that SQLite refused. */
export function writeFault(cause: unknown): GovernanceError {
  if (cause instanceof GovernanceError) return cause;
  const code = sqliteCode(cause);
  if (isBusy(cause)) return fault('EVIDENCED_LOCKED', { cause });
  // A row stands where the head says that none is.
  if (code === 'SQLITE_CONSTRAINT') return fault('EVIDENCED_LOG_BROKEN', { cause });
  return fault('EVIDENCED_WRITE_FAILED', { cause, detail: code ?? quote(cause) });
}

/** The fault of opening or reading a file. */
export function readFault(path: string, cause: unknown): GovernanceError {
  if (cause instanceof GovernanceError) return cause;
  if (isBusy(cause)) return fault('EVIDENCED_LOCKED', { cause, detail: quote(path) });
  const code = sqliteCode(cause);
  if (code === 'SQLITE_NOTADB') return fault('EVIDENCED_FILE_INVALID', { cause, detail: quote(path) });
  if (code === 'SQLITE_CORRUPT') return fault('EVIDENCED_FILE_DAMAGED', { cause, detail: quote(path) });
  const reason = code ?? (cause as { readonly code?: unknown } | undefined)?.code ?? 'unknown';
  return fault('CORE_FILE_UNREADABLE', { cause, detail: `${quote(path)} (${String(reason)})` });
}

/** Whether another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === 'SQLITE_BUSY' || code === 'SQLITE_LOCKED';
}
