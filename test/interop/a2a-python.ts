// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '../../src/core/json.js';

const script = fileURLToPath(new URL('./a2a_python.py', import.meta.url));
const inTree = fileURLToPath(new URL('../../.venv/bin/python', import.meta.url));

/** The interpreter that has the PyPI `a2a-sdk[signing]`; `PARLEY_A2A_PYTHON` may name another. */
export const PYTHON: string = process.env['PARLEY_A2A_PYTHON'] ?? inTree;

/** Whether the Python SDK is there; tests that need it skip, and say so. */
export const HAS_PYTHON_SDK: boolean =
  existsSync(PYTHON) &&
  spawnSync(PYTHON, ['-c', 'import a2a.utils.signing'], { stdio: 'ignore' }).status === 0;

/** A call of a2a_python.py. */
export interface PythonCall {
  readonly op: 'canonicalize' | 'legacy' | 'sign' | 'verify';
  readonly card: JsonObject;
  readonly kid?: string;
  readonly alg?: string;
  readonly pem?: string;
  readonly jku?: string;
}

/** What a call answered, or the name of the exception it raised. */
export type PythonAnswer = { readonly value: unknown } | { readonly error: string };

/** Run calls in one Python process. */
export function python(calls: readonly PythonCall[]): readonly PythonAnswer[] {
  const run = spawnSync(PYTHON, [script], {
    input: JSON.stringify(calls),
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  if (run.status !== 0) throw new Error(`a2a_python.py failed: ${run.stderr}`);
  return JSON.parse(run.stdout) as PythonAnswer[];
}
