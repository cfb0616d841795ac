// SPDX-License-Identifier: Apache-2.0
import { type Bundle, readBundle, readBundleFiles } from '../../adapters/bundle/index.js';
import { fault } from '../../core/errors.js';
import type { CliIo } from '../io.js';
import { EXIT, type ExitCode } from '../io.js';
import { type PolicyCase, readCases } from './cases.js';
import { type CompileFlags, compileSource } from './compile.js';
import { coverageOf, type PolicyCoverage } from './coverage.js';
import { parseModules } from './lint/index.js';
import { findTool, requireOpa } from './opa.js';
import { toJunit } from './report-junit.js';
import { toTap } from './report-tap.js';
import { type RunOutcome, runCases } from './run-cases.js';
import { PACK, type PolicySourceFolder, readSource } from './source.js';

/** Flags of `parley policy test`. */
export interface TestFlags extends CompileFlags {
  /** The Rego that the module was built from; the default pack's unless told otherwise. */
  readonly source?: string;
  /** The module that ships; built from the source where a source is given and no bundle. */
  readonly bundle?: string;
  readonly data: readonly string[];
  readonly requireCoverage: boolean;
  /** False with `--no-opa`. */
  readonly opa?: string | false;
  readonly format: 'text' | 'json' | 'tap' | 'junit';
}

/** Run cases on the module that ships, and beside it on `opa eval` where that is there. */
export async function testPolicy(paths: readonly string[], flags: TestFlags, io: CliIo): Promise<ExitCode> {
  const { cases, unreachable } = await readCases(paths.length === 0 ? [PACK.cases] : paths);
  const opa = flags.opa === false ? undefined : findTool('opa', flags.opa, io.env);
  if (opa === undefined && typeof flags.opa === 'string') requireOpa(flags.opa, io.env);
  const source = await sourceOf(flags);
  const bundle = await bundleOf(flags, source, io);
  const side = opa === undefined || source === undefined ? undefined : { opa, source, env: io.env };
  const run = await runCases(bundle, cases, side, () => performance.now());
  const coverage =
    side === undefined
      ? undefined
      : coverageOf(await parseModules(side.opa, side.source.rego, side.source.cwd, io.env), run, unreachable);
  const failed = run.outcomes.filter((each) => each.failures.length > 0).length;
  const uncovered = flags.requireCoverage && (coverage === undefined || coverage.codesMissed.length > 0);
  if (flags.requireCoverage && coverage === undefined) io.err('coverage needs opa and the sources\n');
  io.out(render(flags.format, run, cases, coverage, side !== undefined));
  return failed > 0 || uncovered ? EXIT.no : EXIT.yes;
}

/** The sources: named, or the default pack's where its bundle is the one tested. */
async function sourceOf(flags: TestFlags): Promise<PolicySourceFolder | undefined> {
  if (flags.source !== undefined) return readSource(flags.source, flags.data);
  return flags.bundle === undefined ? readSource(PACK.source, [PACK.data, ...flags.data]) : undefined;
}

async function bundleOf(
  flags: TestFlags,
  source: PolicySourceFolder | undefined,
  io: CliIo,
): Promise<Bundle> {
  if (flags.bundle !== undefined) return readBundle(flags.bundle, { verification: 'skip' });
  if (flags.source === undefined) return readBundle(PACK.bundle, { verification: 'skip' });
  if (source === undefined) throw fault('CORE_USAGE', { detail: 'a source is needed' });
  const opa = requireOpa(flags.opa === false ? undefined : flags.opa, io.env);
  return readBundleFiles(await compileSource(opa, source, flags, io.env), { verification: 'skip' });
}

function render(
  format: TestFlags['format'],
  run: RunOutcome,
  cases: readonly PolicyCase[],
  coverage: PolicyCoverage | undefined,
  compared: boolean,
): string {
  const { outcomes } = run;
  const failed = outcomes.filter((each) => each.failures.length > 0);
  if (format === 'tap') return toTap(outcomes);
  if (format === 'junit') return toJunit(outcomes);
  if (format === 'json') {
    const listed = outcomes.map(({ of, failures }) => ({
      file: of.file,
      name: of.name,
      ok: failures.length === 0,
      failures,
    }));
    return `${JSON.stringify({ ok: failed.length === 0, comparedWithOpa: compared, cases: listed, coverage })}\n`;
  }
  const lines = failed.flatMap(({ of, failures }) => [
    `FAIL ${of.file}: ${of.name}`,
    ...failures.map((each) => `     ${each}`),
  ]);
  lines.push(`${cases.length - failed.length} of ${cases.length} cases passed on the module`);
  lines.push(
    compared
      ? 'each was asked of `opa eval` too'
      : '`opa eval` was not asked: opa or the sources are not there',
  );
  if (coverage !== undefined) lines.push(...coverageLines(coverage));
  return `${lines.join('\n')}\n`;
}

function coverageLines({ codes, codesMissed, rules, rulesMissed }: PolicyCoverage): readonly string[] {
  const missed = (what: string, names: readonly string[]): string =>
    names.length === 0 ? '' : `; no case reaches the ${what} ${names.join(', ')}`;
  return [
    `reason codes: ${codes - codesMissed.length} of ${codes}${missed('codes', codesMissed)}`,
    `rules: ${rules - rulesMissed.length} of ${rules}${missed('rules', rulesMissed)}`,
  ];
}
