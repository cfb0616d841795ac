// SPDX-License-Identifier: Apache-2.0
import { fault, quote } from '../../core/errors.js';
import { freezeAll } from '../../core/freeze.js';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.js';
import type { Obligation } from '../../core/policy.js';
import { canonicalValue } from './read-result.js';

/** Obligations that the engine itself carries out. */
export const ENGINE_OBLIGATIONS: readonly string[] = ['expire-after', 'record-output-digest'];

const NONE: readonly Obligation[] = Object.freeze([]);

/**
 * The obligations of an answer. On a deny they bind nobody; otherwise each must be known and readable, because an
 * obligation that nobody carries out is a condition of the allow that does not hold.
 * @throws AuthorizedError AUTHORIZED_POLICY_RESULT, AUTHORIZED_POLICY_OBLIGATION
 */
export function readObligations(
  value: unknown,
  known: ReadonlySet<string>,
  granted: boolean,
): readonly Obligation[] {
  const pointer = '/authorization/obligations';
  if (!Array.isArray(value)) throw fault('AUTHORIZED_POLICY_RESULT', { pointer, detail: 'not a list' });
  if (value.length === 0) return NONE;
  const obligations = value.map((entry: Json, index) => {
    if (!isJsonObject(entry) || typeof entry['id'] !== 'string')
      throw fault('AUTHORIZED_POLICY_RESULT', {
        pointer: `${pointer}/${index}`,
        detail: 'not an obligation',
      });
    if (granted) check(entry, entry['id'], known, `${pointer}/${index}`);
    return freezeAll(canonicalValue(entry)) as Obligation;
  });
  return Object.freeze(obligations);
}

function check(entry: JsonObject, id: string, known: ReadonlySet<string>, pointer: string): void {
  if (!known.has(id)) throw fault('AUTHORIZED_POLICY_OBLIGATION', { pointer, detail: quote(id) });
  const seconds = entry['seconds'];
  if (id === 'expire-after' && !(typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0))
    throw fault('AUTHORIZED_POLICY_OBLIGATION', {
      pointer,
      detail: '`expire-after` needs `seconds` above 0',
    });
}
