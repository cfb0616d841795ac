// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, type Json, type JsonObject, member } from '../../core/json.js';

/** What a client's `elicitation` capability supports. */
export interface ElicitationModes {
  readonly form: boolean;
  readonly url: boolean;
  /** The capability, or a part of it, is there and is no object: it counts as unsupported. */
  readonly malformed: boolean;
}

/**
 * Read the capability `elicitation` of an MCP client: absent is none, `{}` means form, `{"url": {}}` alone means
 * no form (2025-11-25 on; a client of an earlier revision writes `{}`).
 */
export function elicitationModes(capability: Json | undefined): ElicitationModes {
  if (capability === undefined) return { form: false, url: false, malformed: false };
  if (!isJsonObject(capability)) return { form: false, url: false, malformed: true };
  const form = supports(capability, 'form');
  const url = supports(capability, 'url');
  const malformed = form === undefined || url === undefined;
  const bare = !Object.hasOwn(capability, 'form') && !Object.hasOwn(capability, 'url');
  return { form: bare || form === true, url: url === true, malformed };
}

function supports(capability: JsonObject, name: string): boolean | undefined {
  const value = member(capability, name);
  if (value === undefined) return false;
  return isJsonObject(value) ? true : undefined;
}
