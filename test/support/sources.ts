// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every file below a folder whose name ends so, by its path, with its text. */
export function readTree(folder: string, ...endings: readonly string[]): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .map((name) => join(folder, name))
    .sort();
  return new Map(names.map((name) => [name, readFileSync(name, 'utf8')]));
}

/** Source text without its comments: what a program does, not what is said about it. */
export function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

/** The rows of the table that follows a heading of a page: cells, trimmed, `\|` read back; none without one. */
export function tableAfter(page: string, heading: string): readonly (readonly string[])[] {
  const lines = page.split('\n');
  const start = lines.indexOf(heading);
  if (start < 0) return [];
  const end = lines.findIndex((line, at) => at > start && line.startsWith('#'));
  const rows = lines.slice(start + 1, end < 0 ? undefined : end).filter((line) => line.startsWith('|'));
  return rows.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  );
}
