// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fault, oneLine, quote } from '../../core/errors.js';

/** The environment a tool is looked for in. */
export type Env = Readonly<Record<string, string | undefined>>;

/** What a program left behind. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Path of a program: the flag, the variable of its upper-case name, PATH, or where `go install` puts it;
 * `undefined` where there is none.
 */
export function findTool(name: 'opa' | 'regal', flag: string | undefined, env: Env): string | undefined {
  if (flag !== undefined) return isProgram(flag) ? resolve(flag) : undefined;
  const home = env['HOME'];
  const gopath = env['GOPATH'] ?? (home === undefined ? undefined : join(home, 'go'));
  const places = [
    ...(env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== ''),
    ...(gopath === undefined ? [] : [join(gopath, 'bin')]),
  ];
  const named = env[name.toUpperCase()];
  if (named !== undefined && named !== '' && isProgram(named)) return resolve(named);
  return places.map((folder) => join(folder, name)).find(isProgram);
}

/**
 * Path of `opa`.
 * @throws AuthorizedError AUTHORIZED_BUNDLE_OPA_MISSING, which says how to get it
 */
export function requireOpa(flag: string | undefined, env: Env): string {
  const opa = findTool('opa', flag, env);
  if (opa === undefined) {
    throw fault('AUTHORIZED_BUNDLE_OPA_MISSING', flag === undefined ? {} : { detail: quote(flag) });
  }
  return opa;
}

/** Run a program to its end. A failure of the program is an answer; only one that cannot be started throws. */
export function runTool(program: string, args: readonly string[], cwd: string, env: Env): Promise<Ran> {
  // wasm-opt would change the bytes of a module from one machine to the next.
  const { EXPERIMENTAL_WASM_OPT: _opt, EXPERIMENTAL_WASM_OPT_ARGS: _args, ...clean } = env;
  return new Promise((done, refuse) => {
    const options = { cwd, env: clean, maxBuffer: 1024 * 1024 * 1024 };
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== 'number') {
        refuse(fault('AUTHORIZED_BUNDLE_OPA_FAILED', { detail: quote(program), cause: error }));
      } else {
        done({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      }
    });
  });
}

/**
 * Run `opa`, and give what it printed.
 * @throws AuthorizedError AUTHORIZED_BUNDLE_OPA_FAILED with the first thing it reported
 */
export async function runOpa(opa: string, args: readonly string[], cwd: string, env: Env): Promise<string> {
  const ran = await runTool(opa, args, cwd, env);
  if (ran.code !== 0) {
    const said = oneLine(`${ran.stderr} ${ran.stdout}`).trim();
    throw fault('AUTHORIZED_BUNDLE_OPA_FAILED', { detail: `${args[0]}: ${said}` });
  }
  return ran.stdout;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
