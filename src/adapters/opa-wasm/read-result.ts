// SPDX-License-Identifier: Apache-2.0
import { fault } from '../../core/errors.js';
import { isJsonObject, type Json } from '../../core/json.js';

/**
 * The value of an answer, which is `[{"result": ..}]`. `[]` is not "no opinion": a policy that has no value for this
 * input has not decided, and that is a refusal with a code of its own.
 * @throws AuthorizedError AUTHORIZED_POLICY_UNDEFINED, AUTHORIZED_POLICY_RESULT
 */
export function readResult(answer: string): Json {
  let rows: unknown;
  try {
    rows = JSON.parse(answer);
  } catch (cause) {
    throw fault('AUTHORIZED_POLICY_RESULT', { cause, detail: 'it is no JSON' });
  }
  if (!Array.isArray(rows)) throw fault('AUTHORIZED_POLICY_RESULT', { detail: 'it is no list of results' });
  if (rows.length === 0) throw fault('AUTHORIZED_POLICY_UNDEFINED');
  const row: unknown = rows[0];
  if (rows.length > 1 || !isJsonObject(row) || !Object.hasOwn(row, 'result'))
    throw fault('AUTHORIZED_POLICY_RESULT', { detail: 'it is not one result' });
  return row['result'] ?? null;
}

/**
 * The same value with the members of every object sorted: the module gives them in the order of its hash buckets.
 */
export function canonicalValue(value: Json): Json {
  if (Array.isArray(value)) return value.map(canonicalValue);
  if (!isJsonObject(value)) return value;
  const sorted: Record<string, Json> = {};
  for (const name of Object.keys(value).sort()) {
    // defineProperty, because a member may be called `__proto__`.
    Object.defineProperty(sorted, name, {
      value: canonicalValue(value[name] ?? null),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return sorted;
}
