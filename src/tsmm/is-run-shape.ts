// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, type Json } from '../core/json.js';

/** Whether a record has a place in a run. `delivery` and `workspaceId` are a host event's alone. */
export function isRunShape(document: Json): boolean {
  if (!isJsonObject(document)) return false;
  if (Object.hasOwn(document, 'delivery') || Object.hasOwn(document, 'workspaceId')) return false;
  return ['runId', 'sequence', 'schemaVersion'].some((name) => Object.hasOwn(document, name));
}
