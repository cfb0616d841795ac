// SPDX-License-Identifier: Apache-2.0

import { oneLine } from '../../core/errors.js';
import { isJsonObject, type Json, type JsonObject, member } from '../../core/json.js';
import type { PolicyFinding } from './lint/index.js';
import { type Env, runTool } from './opa.js';
import type { PolicySourceFolder } from './source.js';

/** What `opa check --strict` says, with the capabilities for the policy and without them for its tests. */
export async function checkWithOpa(
  opa: string,
  source: PolicySourceFolder,
  capabilities: string,
  env: Env,
): Promise<readonly PolicyFinding[]> {
  const base = ['check', '--strict', '--format', 'json'];
  const limited = [...base, '--capabilities', capabilities, ...source.rego];
  const tests = [...source.files.keys()].filter((path) => path.endsWith('_test.rego'));
  const whole = [...base, ...source.rego, ...tests.map((path) => `${source.name}/${path}`)];
  const findings: PolicyFinding[] = [];
  for (const args of tests.length === 0 ? [limited] : [limited, whole]) {
    const ran = await runTool(opa, args, source.cwd, env);
    if (ran.code !== 0) findings.push(...readErrors(`${ran.stdout}${ran.stderr}`));
    if (findings.length > 0) break;
  }
  return findings;
}

/** Files that `opa fmt` would change. */
export async function formatWithOpa(
  opa: string,
  source: PolicySourceFolder,
  env: Env,
): Promise<readonly PolicyFinding[]> {
  const rego = [...source.files.keys()].filter((path) => path.endsWith('.rego'));
  const files = rego.map((path) => `${source.name}/${path}`);
  const ran = await runTool(opa, ['fmt', '--list', ...files], source.cwd, env);
  const listed = ran.stdout.split('\n').filter((line) => line !== '');
  const message = 'not formatted as `opa fmt` formats it';
  return listed.map((file) => ({ code: 'opa.format', severity: 'warning', file, row: 0, message }));
}

/** What regal says. */
export async function lintWithRegal(
  regal: string,
  source: PolicySourceFolder,
  env: Env,
): Promise<readonly PolicyFinding[]> {
  const ran = await runTool(regal, ['lint', '--format', 'json', source.name], source.cwd, env);
  const report = parse(ran.stdout);
  const violations = isJsonObject(report) ? member(report, 'violations') : undefined;
  if (!Array.isArray(violations)) return [failure('regal.failed', `${ran.stdout}${ran.stderr}`)];
  return violations.filter(isJsonObject).map((each) => ({
    code: `regal.${textOf(each, 'title')}`,
    severity: textOf(each, 'level') === 'error' ? 'error' : 'warning',
    ...place(each),
    message: textOf(each, 'description'),
  }));
}

function readErrors(output: string): readonly PolicyFinding[] {
  const report = parse(output);
  const errors = isJsonObject(report) ? member(report, 'errors') : undefined;
  if (!Array.isArray(errors)) return [failure('opa.failed', output)];
  return errors.filter(isJsonObject).map((each) => ({
    code: `opa.${textOf(each, 'code')}`,
    severity: 'error',
    ...place(each),
    message: oneLine(textOf(each, 'message')),
  }));
}

function place(of: JsonObject): { readonly file: string; readonly row: number } {
  const location = member(of, 'location');
  if (!isJsonObject(location)) return { file: '', row: 0 };
  const row = member(location, 'row');
  return { file: textOf(location, 'file'), row: typeof row === 'number' ? row : 0 };
}

function textOf(of: JsonObject, name: string): string {
  const value = member(of, name);
  return typeof value === 'string' ? value : 'unknown';
}

function failure(code: string, output: string): PolicyFinding {
  return { code, severity: 'error', file: '', row: 0, message: oneLine(output).trim().slice(0, 300) };
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
