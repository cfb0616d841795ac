// SPDX-License-Identifier: Apache-2.0
import { toJcs } from '../../advertised/profiles/jcs.js';
import { isJsonObject, type Json, member } from '../../core/json.js';
import type { Expectation } from './cases.js';

/** What differs between an answer and what a case expects, one line each; none where all is well. */
export function judgeCase(expect: Expectation, answer: Json | undefined): readonly string[] {
  const authorization = path(answer, 'authorization');
  const discovery = path(answer, 'discovery');
  const reasons = path(authorization, 'reasons');
  const gaps = [...list(reasons), ...list(path(discovery, 'reasons'))].map((each) => path(each, 'gap'));
  return [
    ...scalar('decision', expect.decision, path(authorization, 'decision')),
    ...scalar('visible', expect.visible, path(discovery, 'visible')),
    ...set('reasons', expect.reasons, members(reasons, 'code')),
    ...set('discovery', expect.discovery, members(path(discovery, 'reasons'), 'code')),
    ...set(
      'gaps',
      expect.gaps,
      gaps.filter((each) => typeof each === 'string'),
    ),
    ...set('constraints', expect.constraints, list(path(authorization, 'constraints')).map(String)),
    ...set('obligations', expect.obligations, members(path(authorization, 'obligations'), 'id')),
    ...set('findings', expect.findings, members(path(answer, 'findings'), 'code')),
    ...scalar('result', expect.result, answer),
  ];
}

/** Codes that an answer gives: of reasons of both parts, and of findings. */
export function codesOf(answer: Json | undefined): readonly string[] {
  const [authorization, discovery] = [path(answer, 'authorization'), path(answer, 'discovery')];
  return [
    ...members(path(authorization, 'reasons'), 'code'),
    ...members(path(discovery, 'reasons'), 'code'),
    ...members(path(answer, 'findings'), 'code'),
  ];
}

/** Whether two answers are the same JSON value. */
export function sameAnswer(a: Json | undefined, b: Json | undefined): boolean {
  return toJcs(a ?? null) === toJcs(b ?? null) && (a === undefined) === (b === undefined);
}

function scalar(name: string, expected: Json | undefined, actual: Json | undefined): readonly string[] {
  if (expected === undefined || sameAnswer(expected, actual)) return [];
  return [`${name}: expected ${text(expected)}, got ${text(actual)}`];
}

function set(
  name: string,
  expected: readonly string[] | undefined,
  actual: readonly string[],
): readonly string[] {
  if (expected === undefined) return [];
  const [wanted, got] = [[...new Set(expected)].sort(), [...new Set(actual)].sort()];
  return scalar(name, wanted, got);
}

function path(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) ? member(value, name) : undefined;
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function members(value: Json | undefined, name: string): readonly string[] {
  return list(value).flatMap((each) => {
    const found = path(each, name);
    return typeof found === 'string' ? [found] : [];
  });
}

function text(value: Json | undefined): string {
  return value === undefined ? 'nothing' : toJcs(value);
}
