// SPDX-License-Identifier: Apache-2.0
import { fault, quote } from '../../core/errors.js';
import { pointer } from '../../core/json.js';
import type { JsonNode } from './json-text.js';
import { folders } from './path.js';

/**
 * One data document of every data.json, each mounted at its folder. Objects merge; anything else that meets on
 * one path is a conflict.
 * @throws AuthorizedError AUTHORIZED_BUNDLE_DATA_CONFLICT, AUTHORIZED_BUNDLE_PATH_REFUSED
 */
export function mergeData(documents: ReadonlyMap<string, JsonNode>): JsonNode {
  let data: JsonNode = { kind: 'object', members: new Map() };
  for (const [path, node] of documents) {
    const mount = folders(path);
    // OPA strips leading dots of the folder and mounts elsewhere than the path says.
    if (mount.some((folder) => folder.startsWith('.'))) {
      throw fault('AUTHORIZED_BUNDLE_PATH_REFUSED', { detail: quote(path) });
    }
    data = merge(data, mounted(node, mount), path, '');
  }
  return data;
}

function mounted(node: JsonNode, mount: readonly string[]): JsonNode {
  return mount.reduceRight<JsonNode>(
    (inner, folder) => ({ kind: 'object', members: new Map([[folder, inner]]) }),
    node,
  );
}

function merge(left: JsonNode, right: JsonNode, path: string, at: string): JsonNode {
  if (left.kind !== 'object' || right.kind !== 'object') {
    throw fault('AUTHORIZED_BUNDLE_DATA_CONFLICT', { pointer: at, detail: quote(path) });
  }
  const members = new Map(left.members);
  for (const [name, value] of right.members) {
    const present = members.get(name);
    members.set(name, present === undefined ? value : merge(present, value, path, pointer(at, name)));
  }
  return { kind: 'object', members };
}
