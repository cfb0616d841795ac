// SPDX-License-Identifier: Apache-2.0
import { oneLine } from '../../core/errors.js';
import type { CaseOutcome } from './run-cases.js';

/** Outcomes as TAP version 14. */
export function toTap(outcomes: readonly CaseOutcome[]): string {
  const lines = ['TAP version 14', `1..${outcomes.length}`];
  for (const [index, { of, failures }] of outcomes.entries()) {
    // `#` starts a directive in TAP, and a case may not skip itself by its name.
    const name = oneLine(`${of.file}: ${of.name}`).replaceAll('\\', '\\\\').replaceAll('#', '\\#');
    lines.push(`${failures.length === 0 ? 'ok' : 'not ok'} ${index + 1} - ${name}`);
    if (failures.length > 0)
      lines.push(
        '  ---',
        '  failures:',
        ...failures.map((each) => `    - ${JSON.stringify(oneLine(each))}`),
        '  ...',
      );
  }
  return `${lines.join('\n')}\n`;
}
