// SPDX-License-Identifier: Apache-2.0
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A running child whose lines of output are read one by one. */
export interface RunningChild {
  readonly process: ChildProcess;
  /** Lines read so far. */
  readonly lines: readonly string[];
  /** Resolves at the line for which `done` is true, or at the end of the output. */
  until(done: (line: string) => boolean): Promise<void>;
  /** SIGKILL, and everything that the child wrote before it. */
  kill(): Promise<readonly string[]>;
  /** The end of the child by itself; its exit code. */
  ended(): Promise<number | null>;
}

/** Start a bundled program. */
export function startChild(path: string, args: readonly string[]): RunningChild {
  const child = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const watchers = new Set<(line: string) => void>();
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => {
    lines.push(line);
    for (const watch of watchers) watch(line);
  });
  const closed = once(reader, 'close');
  const exited = once(child, 'exit');
  return {
    process: child,
    lines,
    async until(done) {
      if (lines.some(done)) return;
      await Promise.race([
        closed,
        new Promise<void>((resolve) => watchers.add((line) => (done(line) ? resolve() : undefined))),
      ]);
    },
    async kill() {
      child.kill('SIGKILL');
      await Promise.all([exited, closed]);
      return lines;
    },
    async ended() {
      const [code] = (await exited) as [number | null];
      await closed;
      return code;
    },
  };
}
