// SPDX-License-Identifier: Apache-2.0
import { fault } from '../../core/errors.js';
import type { Json } from '../../core/json.js';
import type { Obligation, PolicyReason, PolicyVerdict } from '../../core/policy.js';
import { readObligations } from './obligations.js';
import { canonicalReasons } from './reasons.js';

/** What an answer of `parley/decide` says, checked. */
export type Decision = Pick<PolicyVerdict, 'status' | 'discovery' | 'authorization'>;

const NONE: readonly never[] = Object.freeze([]);

/**
 * Check an answer of `parley/decide` against its schema, by hand because this is the hot path. Unknown members,
 * missing members and members of another type are all refused: an answer that cannot be read is not an allow.
 * @throws AuthorizedError AUTHORIZED_POLICY_RESULT, AUTHORIZED_POLICY_OBLIGATION
 */
export function readDecision(result: Json, known: ReadonlySet<string>): Decision {
  const { discovery, authorization } = members(result, '', TOP);
  const shown = members(discovery, '/discovery', DISCOVERY);
  const told = members(authorization, '/authorization', AUTHORIZATION);
  const visible = shown['visible'];
  if (typeof visible !== 'boolean') throw bad('/discovery/visible', 'not a boolean');
  const decision = told['decision'];
  if (decision !== 'allow' && decision !== 'deny' && decision !== 'review')
    throw bad('/authorization/decision', 'not one of allow, deny, review');
  const scope = told['scope'];
  if (typeof scope !== 'string') throw bad('/authorization/scope', 'not text');
  const why = readReasons(shown['reasons'], '/discovery/reasons');
  const reasons = readReasons(told['reasons'], '/authorization/reasons');
  const granted = decision !== 'deny';
  const constraints = readConstraints(told['constraints']);
  const obligations = readObligations(told['obligations'], known, granted);
  if (granted && (why.some(isGap) || reasons.some(isGap)))
    throw bad('/authorization/reasons', 'a missing attribute, and still not a deny');
  return Object.freeze({
    status: isPolicyGap(visible, why, granted, reasons) ? 'gap' : 'decided',
    discovery: Object.freeze({ visible, reasons: why }),
    authorization: Object.freeze({
      decision,
      reasons,
      // A refusal grants nothing, so there is nothing to bound.
      constraints: granted ? constraints : NONE,
      obligations: granted ? obligations : (NONE as readonly Obligation[]),
      scope,
    }),
  });
}

const TOP = ['discovery', 'authorization'];
const DISCOVERY = ['visible', 'reasons'];
const AUTHORIZATION = ['decision', 'reasons', 'constraints', 'obligations', 'scope'];

// A gap is a deny that naming the missing attribute could turn: every reason must be one. What is hidden stays
// hidden: only what discovery itself lacked counts then.
function isPolicyGap(
  visible: boolean,
  why: readonly PolicyReason[],
  granted: boolean,
  reasons: readonly PolicyReason[],
): boolean {
  if (granted) return false;
  return visible ? reasons.every(isGap) : why.every(isGap);
}

function isGap(reason: PolicyReason): boolean {
  return reason.gap !== undefined;
}

function members(value: unknown, where: string, names: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bad(where, 'not an object');
  const object = value as Readonly<Record<string, unknown>>;
  let count = 0;
  for (const name in object) {
    if (!names.includes(name)) throw bad(where, 'a member that nobody knows');
    count++;
  }
  // Own members only: a polluted Object.prototype must not answer for the policy.
  if (count !== names.length || !names.every((name) => Object.hasOwn(object, name)))
    throw bad(where, 'a member is missing');
  return object;
}

function readReasons(value: unknown, where: string): readonly PolicyReason[] {
  if (!Array.isArray(value)) throw bad(where, 'not a list');
  if (value.length === 0) throw bad(where, 'no reason');
  return canonicalReasons(value.map((reason, index) => readReason(reason, `${where}/${index}`)));
}

function readReason(value: unknown, where: string): PolicyReason {
  if (typeof value !== 'object' || value === null) throw bad(where, 'not an object');
  const { code, message, gap } = value as Readonly<Record<string, unknown>>;
  if (!isText(code) || !isText(message)) throw bad(where, 'code and message must be text');
  const count = Object.keys(value).length;
  if (count === 2 && gap === undefined) return Object.freeze({ code, message });
  if (count !== 3 || !isText(gap) || !gap.startsWith('/')) throw bad(where, 'gap must be a JSON pointer');
  return Object.freeze({ code, message, gap });
}

function readConstraints(value: unknown): readonly string[] {
  if (!Array.isArray(value)) throw bad('/authorization/constraints', 'not a list');
  for (const constraint of value)
    if (!isText(constraint)) throw bad('/authorization/constraints', 'not text');
  return Object.freeze(value.length < 2 ? value : [...new Set<string>(value)]);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.isWellFormed();
}

function bad(where: string, detail: string): Error {
  return fault('AUTHORIZED_POLICY_RESULT', { pointer: where, detail });
}
