// SPDX-License-Identifier: Apache-2.0
import { fault } from '../../core/errors.js';
import { isJsonObject, type Json, type JsonObject, member } from '../../core/json.js';
import type { RegistryFinding } from '../../core/policy.js';

const MEMBERS: readonly string[] = ['code', 'severity', 'pointer', 'message'];
const SEVERITIES: readonly string[] = ['error', 'warning', 'info'];

/**
 * Check an answer of `parley/registry`: `{findings: [{code, severity, pointer, message}]}` and nothing else.
 * @throws AuthorizedError AUTHORIZED_POLICY_RESULT
 */
export function readFindings(result: Json): readonly RegistryFinding[] {
  const findings = isJsonObject(result) ? member(result, 'findings') : undefined;
  if (!isJsonObject(result) || !Array.isArray(findings)) throw wrong('/findings', 'no list of findings');
  const extra = Object.keys(result).find((name) => name !== 'findings');
  if (extra !== undefined) throw wrong(`/${extra}`, 'an unknown member');
  return (findings as readonly Json[]).map((finding, index) => readFinding(finding, `/findings/${index}`));
}

function readFinding(value: Json, at: string): RegistryFinding {
  if (!isJsonObject(value)) throw wrong(at, 'not an object');
  const extra = Object.keys(value).find((name) => !MEMBERS.includes(name));
  if (extra !== undefined) throw wrong(`${at}/${extra}`, 'an unknown member');
  const severity = text(value, 'severity', at, (one) => SEVERITIES.includes(one));
  return {
    code: text(value, 'code', at, (one) => one !== ''),
    severity: severity === 'error' || severity === 'warning' ? severity : 'info',
    pointer: text(value, 'pointer', at, (one) => one === '' || one.startsWith('/')),
    message: text(value, 'message', at, (one) => one !== ''),
  };
}

function text(finding: JsonObject, name: string, at: string, good: (value: string) => boolean): string {
  const value = member(finding, name);
  if (typeof value !== 'string' || !good(value)) throw wrong(`${at}/${name}`, 'not what a finding has there');
  return value;
}

function wrong(pointer: string, detail: string): Error {
  return fault('AUTHORIZED_POLICY_RESULT', { pointer, detail });
}
