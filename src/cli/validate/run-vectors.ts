// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { z } from 'zod';
import { fault, GovernanceError, quote } from '../../core/errors.js';
import { parseStrict } from '../../core/json-strict/parse-strict.js';
import { detectDocument } from '../../tsmm/detect-document.js';
import type { RuleFinding } from '../../tsmm/types.js';
import { readBytes } from '../read-file.js';
import { isFolder, jsonFilesIn } from './collect-files.js';
import type { FileReport } from './report.js';
import { validateFile } from './validate-file.js';

const indexType = z.looseObject({
  vectors: z.array(z.looseObject({ file: z.string(), rule: z.string().optional() })),
});

/**
 * Hold every file in `valid/` and `invalid/` of a folder against its expected verdict. Where the folder has an
 * `index.json` that names a file's rule, an invalid file must also be invalid by that rule. Kinds that are not
 * validated are skipped by name.
 * @throws GovernanceError CORE_FILE_UNREADABLE, TSMM_VECTORS_MISSING
 */
export async function runVectors(folder: string): Promise<readonly FileReport[]> {
  if (!(await isFolder(folder))) throw fault('TSMM_VECTORS_MISSING', { detail: quote(folder) });
  const rules = await rulesOf(folder);
  const reports: FileReport[] = [];
  for (const expected of ['valid', 'invalid'] as const) {
    const inside = join(folder, expected);
    if (!existsSync(inside) || !(await isFolder(inside))) continue;
    for (const path of await jsonFilesIn(inside)) {
      const rule = rules.get(relative(folder, path).split(sep).join('/'));
      reports.push(await runVector(path, expected, rule));
    }
  }
  if (!reports.some((report) => report.agrees !== null))
    throw fault('TSMM_VECTORS_MISSING', { detail: quote(folder) });
  return reports;
}

async function runVector(
  path: string,
  expected: 'valid' | 'invalid',
  rule: string | undefined,
): Promise<FileReport> {
  const { kind, findings, valid, note } = await verdictOf(path);
  if (valid === null) return { path, kind, valid, findings, expected, agrees: null, ...note };
  if (valid !== (expected === 'valid')) {
    return { path, kind, valid, findings, expected, agrees: false, note: `expected ${expected}` };
  }
  const named = rule === undefined || findings.some((finding) => finding.rule === rule);
  return named
    ? { path, kind, valid, findings, expected, agrees: true }
    : { path, kind, valid, findings, expected, agrees: false, note: `expected a finding of ${rule}` };
}

type Verdict = Pick<FileReport, 'kind' | 'valid' | 'findings'> & {
  readonly note?: { readonly note: string };
};

async function verdictOf(path: string): Promise<Verdict> {
  try {
    return await validateFile(path);
  } catch (error) {
    if (!(error instanceof GovernanceError) || error.code === 'CORE_FILE_UNREADABLE') throw error;
    if (error.code === 'TSMM_DOCUMENT_UNKNOWN' || error.code === 'TSMM_DOCUMENT_UNSUPPORTED') {
      const kind = detectDocument(parseStrict(await readBytes(path))) ?? 'unknown';
      return { kind, valid: null, findings: [], note: { note: 'not validated yet' } };
    }
    // A vector may be invalid because it is not JSON at all.
    return { kind: 'unknown', valid: false, findings: [findingOf(error)] };
  }
}

function findingOf({ code, pointer = '', message }: GovernanceError): RuleFinding {
  return { rule: code, severity: 'error', pointer, message };
}

// An index of another shape belongs to somebody else.
async function rulesOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const path = join(folder, 'index.json');
  if (!existsSync(path)) return new Map();
  const read = indexType.safeParse(parseStrict(await readBytes(path)));
  const vectors = read.success ? read.data.vectors : [];
  return new Map(vectors.flatMap(({ file, rule }) => (rule === undefined ? [] : [[file, rule] as const])));
}
