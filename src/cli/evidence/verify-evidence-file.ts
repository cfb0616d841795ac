// SPDX-License-Identifier: Apache-2.0
import { verifySqliteEvidence } from '../../adapters/evidence-sqlite/index.js';
import { fault, oneLine, quote } from '../../core/errors.js';
import type { EvidenceVerdict } from '../../evidenced/index.js';
import { type CliIo, EXIT, type ExitCode } from '../io.js';

/** Flags of `parley evidence verify`. */
export interface VerifyFlags {
  readonly head?: string;
  readonly format: 'text' | 'json';
}

/**
 * Check a log and print the verdict; exit code 1 where it does not verify.
 * @throws GovernanceError CORE_USAGE, and whatever keeps the file from being read
 */
export async function verifyEvidenceFile(path: string, flags: VerifyFlags, io: CliIo): Promise<ExitCode> {
  const { head } = flags;
  // A typing error must not be taken for a broken log.
  if (head !== undefined && !/^[0-9a-f]{64}$/.test(head))
    throw fault('CORE_USAGE', { detail: `--head is 64 lower-case hex digits, not ${quote(head)}` });
  const verdict = await verifySqliteEvidence(path, head === undefined ? {} : { expectedHead: head });
  io.out(flags.format === 'json' ? `${JSON.stringify(toDocument(verdict), null, 2)}\n` : toText(verdict));
  return verdict.ok ? EXIT.yes : EXIT.no;
}

function toDocument({ ok, checked, last, findings, omitted }: EvidenceVerdict): object {
  return { ok, checked, head: last, findings, omitted };
}

function toText({ ok, checked, last, findings, omitted }: EvidenceVerdict): string {
  const count = `${checked} ${checked === 1 ? 'entry' : 'entries'}`;
  if (ok) return `verified: ${count}, head ${last.seq} ${last.hash}\n`;
  const lines = findings.map(({ seq, code, message }) => oneLine(`${seq}  ${code}  ${message}`));
  if (omitted > 0) lines.push(`and ${omitted} more`);
  return `${lines.join('\n')}\ndoes not verify: ${count} read, ${findings.length + omitted} findings\n`;
}
