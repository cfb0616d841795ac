// SPDX-License-Identifier: Apache-2.0
import { oneLine } from '../../core/errors.js';
import type { CaseOutcome } from './run-cases.js';

/** Outcomes as JUnit XML: one suite a file, one test case a case. */
export function toJunit(outcomes: readonly CaseOutcome[]): string {
  const suites = new Map<string, CaseOutcome[]>();
  for (const outcome of outcomes) {
    const suite = suites.get(outcome.of.file);
    if (suite === undefined) suites.set(outcome.of.file, [outcome]);
    else suite.push(outcome);
  }
  const body = [...suites].map(([name, cases]) => suiteText(name, cases)).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts(outcomes)}>\n${body}</testsuites>\n`;
}

function suiteText(name: string, outcomes: readonly CaseOutcome[]): string {
  const cases = outcomes.map(({ of, failures, milliseconds }) => {
    const head = `    <testcase classname="${xml(of.file)}" name="${xml(of.name)}" time="${seconds(milliseconds)}"`;
    if (failures.length === 0) return `${head}/>\n`;
    const text = failures.map(xml).join('\n');
    return `${head}>\n      <failure message="${xml(failures[0] ?? '')}">${text}</failure>\n    </testcase>\n`;
  });
  return `  <testsuite name="${xml(name)}" ${counts(outcomes)}>\n${cases.join('')}  </testsuite>\n`;
}

function counts(outcomes: readonly CaseOutcome[]): string {
  const failed = outcomes.filter((each) => each.failures.length > 0).length;
  const total = outcomes.reduce((sum, each) => sum + each.milliseconds, 0);
  return `tests="${outcomes.length}" failures="${failed}" time="${seconds(total)}"`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(6);
}

function xml(text: string): string {
  return oneLine(text.toWellFormed())
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
