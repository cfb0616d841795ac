// SPDX-License-Identifier: Apache-2.0
import { Option } from 'commander';
import { fault } from '../../core/errors.js';
import type { CliCommand } from '../command.js';
import { type CliIo, EXIT, type ExitCode } from '../io.js';
import { createPaint } from '../text/paint.js';
import { collectFiles } from '../validate/collect-files.js';
import { toJson, toText } from '../validate/print-reports.js';
import { type FileReport, isNo } from '../validate/report.js';
import { runVectors } from '../validate/run-vectors.js';
import { validateFile } from '../validate/validate-file.js';

interface Flags {
  readonly vectors?: string;
  readonly format: 'text' | 'json';
}

/** `parley validate`: hold TSMM documents against their schemas and the semantic rules. */
export const command: CliCommand = {
  declare(command, io, done) {
    command
      .argument('[paths...]', 'JSON files, or folders of them')
      .option('--vectors <dir>', 'also check the vectors in DIR/valid and DIR/invalid')
      .addOption(new Option('--format <format>', 'output').choices(['text', 'json']).default('text'))
      .action(async (paths: readonly string[], flags: Flags) => done(await run(paths, flags, io)));
  },
};

async function run(paths: readonly string[], { vectors, format }: Flags, io: CliIo): Promise<ExitCode> {
  if (paths.length === 0 && vectors === undefined)
    throw fault('CORE_USAGE', { detail: '`validate` needs a path, or `--vectors`' });
  const reports: FileReport[] = [];
  for (const path of paths) {
    for (const file of await collectFiles(path)) reports.push({ path: file, ...(await validateFile(file)) });
  }
  if (vectors !== undefined) reports.push(...(await runVectors(vectors)));
  io.out(format === 'json' ? toJson(reports) : toText(reports, createPaint(io.color)));
  return reports.some(isNo) ? EXIT.no : EXIT.yes;
}
