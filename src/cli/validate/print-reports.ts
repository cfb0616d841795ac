// SPDX-License-Identifier: Apache-2.0
import { oneLine } from '../../core/errors.js';
import type { RuleFinding } from '../../tsmm/types.js';
import type { Paint } from '../text/paint.js';
import { type FileReport, isNo } from './report.js';

/** All reports as one JSON document. */
export function toJson(reports: readonly FileReport[]): string {
  return `${JSON.stringify({ valid: !reports.some(isNo), documents: reports }, null, 2)}\n`;
}

/** All reports for a person: a line per file, a line per finding, and the sum. */
export function toText(reports: readonly FileReport[], paint: Paint): string {
  const lines = reports.flatMap((report) => [
    headLine(report, paint),
    ...report.findings.map((finding) => findingLine(finding, paint)),
  ]);
  return `${[...lines, sumLine(reports)].join('\n')}\n`;
}

function headLine(report: FileReport, paint: Paint): string {
  const { path, kind, valid, expected, agrees, note } = report;
  const verdict = valid === null ? 'skipped' : valid ? 'valid' : 'invalid';
  const word =
    expected === undefined ? verdict : agrees === null ? 'skipped' : agrees ? 'agrees' : 'DISAGREES';
  const style = valid === null ? 'yellow' : isNo(report) ? 'red' : 'green';
  const more = [
    kind,
    ...(expected === undefined || valid === null ? [] : [verdict]),
    ...(note === undefined ? [] : [note]),
  ];
  return `${paint(word.padEnd(9), style)} ${oneLine(path)} (${more.join(', ')})`;
}

function findingLine({ rule, severity, pointer, message }: RuleFinding, paint: Paint): string {
  const where = pointer === '' ? '(document)' : pointer;
  const word = paint(severity.padEnd(7), severity === 'error' ? 'red' : 'yellow');
  return `  ${word} ${oneLine(`${rule} ${where}: ${message}`)}`;
}

function sumLine(reports: readonly FileReport[]): string {
  const documents = reports.filter((report) => report.expected === undefined);
  const vectors = reports.filter((report) => report.expected !== undefined);
  const parts: string[] = [];
  if (documents.length > 0)
    parts.push(`${count(documents.length, 'document')}, ${documents.filter(isNo).length} invalid`);
  if (vectors.length > 0) {
    const skipped = vectors.filter((report) => report.agrees === null).length;
    const wrong = vectors.filter(isNo).length;
    const right = vectors.length - skipped - wrong;
    parts.push(`${count(vectors.length, 'vector')}: ${right} agree, ${wrong} disagree, ${skipped} skipped`);
  }
  return parts.join('; ');
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}
