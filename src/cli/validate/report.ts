// SPDX-License-Identifier: Apache-2.0
import type { DetectedKind } from '../../tsmm/detect-document.js';
import type { RuleFinding } from '../../tsmm/types.js';

/** What is printed of one file. */
export interface FileReport {
  readonly path: string;
  readonly kind: DetectedKind | 'unknown';
  /** `null` where nothing was validated: never to be read as valid. */
  readonly valid: boolean | null;
  readonly findings: readonly RuleFinding[];
  /** Only of a vector: what it should be. */
  readonly expected?: 'valid' | 'invalid';
  /** Only of a vector: whether it is, for the reason its index names; `null` where it was skipped. */
  readonly agrees?: boolean | null;
  /** Why it was skipped, or why it does not agree. */
  readonly note?: string;
}

/** Whether a file has the answer no: an invalid document, or a vector that is not what it should be. */
export function isNo(report: FileReport): boolean {
  return report.expected === undefined ? report.valid !== true : report.agrees === false;
}
