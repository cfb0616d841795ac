// SPDX-License-Identifier: Apache-2.0
import { resolve } from 'node:path';
import type { Json } from '../../core/json.js';
import type { CliIo } from '../io.js';
import { EXIT, type ExitCode } from '../io.js';
import { readBytes } from '../read-file.js';
import { builtinsOf } from './lint/builtins.js';
import { lintPolicy, type PolicyFinding, parseModules } from './lint/index.js';
import { findTool, requireOpa } from './opa.js';
import { emptyInputFindings } from './probe.js';
import { type PolicySourceFolder, readSource } from './source.js';
import { checkWithOpa, formatWithOpa, lintWithRegal } from './tool-findings.js';

/** Flags of `parley policy check`. */
export interface CheckFlags {
  readonly data: readonly string[];
  readonly entrypoint: readonly string[];
  readonly capabilities: string;
  readonly opa?: string;
  readonly regal?: string;
  readonly threshold: 'error' | 'warning';
  readonly format: 'text' | 'json';
}

/**
 * Check a folder of Rego: the compiler in strict mode, the format, regal where it is there, the lints of this
 * engine, and the empty input against the module that it builds to. The answer is no for findings at or above the
 * threshold.
 */
export async function checkPolicy(folder: string, flags: CheckFlags, io: CliIo): Promise<ExitCode> {
  const opa = requireOpa(flags.opa, io.env);
  const regal = findTool('regal', flags.regal, io.env);
  const source = await readSource(folder, flags.data);
  const findings = [...(await findingsOf(opa, regal, source, flags, io))];
  const counted = findings.filter((each) => each.severity === 'error' || flags.threshold === 'warning');
  const answer = counted.length === 0 ? EXIT.yes : EXIT.no;
  const ran = [
    'opa check --strict',
    'opa fmt',
    'lints',
    'empty input',
    ...(regal === undefined ? [] : ['regal']),
  ];
  if (flags.format === 'json') io.out(`${JSON.stringify({ ok: answer === EXIT.yes, ran, findings })}\n`);
  else io.out(render(findings, source, regal !== undefined));
  return answer;
}

async function findingsOf(
  opa: string,
  regal: string | undefined,
  source: PolicySourceFolder,
  flags: CheckFlags,
  io: CliIo,
): Promise<readonly PolicyFinding[]> {
  const capabilities = resolve(flags.capabilities);
  const compiled = await checkWithOpa(opa, source, capabilities, io.env);
  const listed: Json = JSON.parse(Buffer.from(await readBytes(capabilities)).toString('utf8'));
  const builtins = builtinsOf(listed as Parameters<typeof builtinsOf>[0]);
  // A file that does not parse has no syntax tree to look at.
  if (compiled.some((each) => each.code === 'opa.rego_parse_error')) return compiled;
  const modules = await parseModules(opa, source.rego, source.cwd, io.env);
  const { data } = source;
  const linted = lintPolicy({
    modules,
    data,
    dataFile: 'data.json',
    builtins,
    entrypoints: flags.entrypoint,
  });
  const probed = compiled.length > 0 ? [] : await emptyInputFindings(opa, source, flags, io.env);
  return [
    ...compiled,
    ...(await formatWithOpa(opa, source, io.env)),
    ...linted,
    ...probed,
    ...(regal === undefined ? [] : await lintWithRegal(regal, source, io.env)),
  ];
}

function render(findings: readonly PolicyFinding[], source: PolicySourceFolder, regal: boolean): string {
  const lines = findings.map((each) => {
    const where = each.row === 0 ? each.file : `${each.file}:${each.row}`;
    return `${where || source.name}: ${each.severity} ${each.code}: ${each.message}\n`;
  });
  const errors = findings.filter((each) => each.severity === 'error').length;
  const skipped = regal ? '' : '; regal is not there and was left out';
  return `${lines.join('')}${source.rego.length} files, ${errors} errors, ${findings.length - errors} warnings${skipped}\n`;
}
