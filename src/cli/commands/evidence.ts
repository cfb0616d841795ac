// SPDX-License-Identifier: Apache-2.0
import { Option } from 'commander';
import type { CliCommand } from '../command.js';
import { exportEvidence } from '../evidence/export-evidence.js';
import { type ListFlags, listEvidence } from '../evidence/list-evidence.js';
import { type VerifyFlags, verifyEvidenceFile } from '../evidence/verify-evidence-file.js';

/** `parley evidence`: read and check an evidence log. Nothing here writes to it. */
export const command: CliCommand = {
  declare(command, io, done) {
    command
      .command('list')
      .description('print the entries of a log')
      .argument('<path>', 'evidence file')
      .option('--kind <kind>', 'only entries of this kind')
      .option('--negotiation <id>', 'only entries of this negotiation')
      .addOption(format())
      .action(async (path: string, flags: ListFlags) => done(await listEvidence(path, flags, io)));
    command
      .command('verify')
      .description('check that no entry was altered, removed, moved, added or cut off')
      .argument('<path>', 'evidence file')
      .option('--head <hash>', 'a head hash noted earlier, which the log must still contain')
      .addOption(format())
      .action(async (path: string, flags: VerifyFlags) => done(await verifyEvidenceFile(path, flags, io)));
    command
      .command('export')
      .description('print every entry with its exact text, one JSON document a line')
      .argument('<path>', 'evidence file')
      .action(async (path: string) => done(await exportEvidence(path, io)));
  },
};

function format(): Option {
  return new Option('--format <format>', 'output').choices(['text', 'json']).default('text');
}
