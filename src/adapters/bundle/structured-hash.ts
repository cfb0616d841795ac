// SPDX-License-Identifier: Apache-2.0
import { createHash, type Hash } from 'node:crypto';
import type { JsonNode } from './json-text.js';

/** Hash algorithms that are accepted, by OPA's names. Weaker ones that OPA knows are refused. */
export const HASH_ALGORITHMS: ReadonlyMap<string, string> = new Map([
  ['SHA-256', 'sha256'],
  ['SHA-384', 'sha384'],
  ['SHA-512', 'sha512'],
]);

/**
 * OPA's hash of a bundle file as lower-case hex: over the bytes, or for data.json and .manifest over a walk of the
 * parsed document, as OPA's `bundle/hash.go` writes it. `algorithm` is a value of {@link HASH_ALGORITHMS}.
 */
export function hashBundleFile(content: Uint8Array | JsonNode, algorithm: string): string {
  const hash = createHash(algorithm);
  if (content instanceof Uint8Array) hash.update(content);
  else walk(content, hash);
  return hash.digest('hex');
}

/** Whether OPA hashes the file of this path by its meaning instead of its bytes. */
export function isStructured(path: string): boolean {
  const base = path.slice(path.lastIndexOf('/') + 1);
  return base === 'data.json' || base === '.manifest';
}

function walk(node: JsonNode, hash: Hash): void {
  switch (node.kind) {
    case 'literal':
      hash.update(String(node.value));
      return;
    case 'number':
      hash.update(node.literal);
      return;
    case 'string':
      hash.update(goString(node.value));
      return;
    case 'array':
      hash.update('[');
      node.items.forEach((item, index) => {
        if (index > 0) hash.update(',');
        walk(item, hash);
      });
      hash.update(']');
      return;
    case 'object':
      walkObject(node.members, hash);
  }
}

function walkObject(members: ReadonlyMap<string, JsonNode>, hash: Hash): void {
  hash.update('{');
  let first = true;
  // Go compares strings by their UTF-8 bytes; JavaScript's own order is by UTF-16 and differs above U+FFFF.
  const sorted = [...members].map(([name, node]) => ({ name, node, bytes: Buffer.from(name, 'utf8') }));
  sorted.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  for (const { name, node } of sorted) {
    if (!first) hash.update(',');
    first = false;
    hash.update(`${goString(name)}:`);
    walk(node, hash);
  }
  hash.update('}');
}

/**
 * A string as Go's encoder writes it with HTML escaping off: like JSON.stringify, but U+2028 and U+2029 are
 * escaped. The text must be well formed.
 */
export function goString(text: string): string {
  return JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
