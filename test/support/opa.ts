// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Path of the `opa` program: $OPA, PATH, or the Go binaries; `undefined` where there is none. */
export const OPA: string | undefined = findOpa();

function findOpa(): string | undefined {
  const candidates = [
    process.env['OPA'],
    ...(process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'opa')),
  ];
  const onPath = candidates.find((file) => file !== undefined && file !== '' && existsSync(file));
  if (onPath !== undefined) return onPath;
  try {
    const gopath = execFileSync('go', ['env', 'GOPATH'], { encoding: 'utf8' }).trim();
    const file = join(gopath, 'bin', 'opa');
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

/** Run opa and give its standard output; throws where it fails. */
export function opa(args: readonly string[], cwd?: string): string {
  if (OPA === undefined) throw new Error('opa is absent');
  return execFileSync(OPA, args, { encoding: 'utf8', stdio: 'pipe', ...(cwd !== undefined && { cwd }) });
}
