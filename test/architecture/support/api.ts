// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';

/** One name that a subpath exports. */
export interface Exported {
  readonly name: string;
  readonly kind: 'value' | 'type';
  /** `typeof` the value; absent for a type. */
  readonly type?: string | undefined;
}

/** The named exports of a declaration file, in the order of the alphabet. */
export function exportsOf(declarations: string): readonly Exported[] {
  const text = readFileSync(declarations, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const out: Exported[] = [];
  for (const [, all, names = ''] of text.matchAll(/^export (type )?\{([^}]*)\}/gm))
    for (const item of names
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')) {
      const name = item.replace(/^type /, '').replace(/^.* as /, '');
      out.push({ name, kind: all !== undefined || item.startsWith('type ') ? 'type' : 'value' });
    }
  for (const [, word = '', name = ''] of text.matchAll(/^export (?:declare )?(?:abstract )?(\w+) (\w+)/gm)) {
    if (word === 'type' || word === 'interface') out.push({ name, kind: 'type' });
    else if (/^(?:const|let|function|class)$/.test(word)) out.push({ name, kind: 'value' });
  }
  if (/^export (?:\*|default)/m.test(text)) throw new Error(`an export without a name in ${declarations}`);
  return out.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The public API as a page: each subpath with its names. */
export function renderApi(subpaths: readonly (readonly [string, readonly Exported[]])[]): string {
  const lines = [
    '# Public API',
    '',
    'Every name that the package exports, by subpath. Anything else is private and may change at any time. A test compares',
    'this page with the build.',
  ];
  for (const [specifier, names] of subpaths) {
    lines.push('', `## \`${specifier}\``, '');
    for (const { name, kind, type } of names)
      lines.push(`- \`${name}\` (${kind === 'type' ? 'type' : (type ?? 'absent')})`);
  }
  return `${lines.join('\n')}\n`;
}
