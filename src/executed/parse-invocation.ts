// SPDX-License-Identifier: Apache-2.0
import { fault } from '../core/errors.js';
import { pointer } from '../core/json.js';
import type { Effect } from '../core/request.js';
import type { Invocation } from './types.js';

const MEMBERS: ReadonlySet<string> = new Set([
  'skill',
  'inputMode',
  'outputModes',
  'extensions',
  'protocolVersion',
  'effect',
]);

/**
 * Read an invocation into a frozen copy, so that what was checked is what is recorded.
 * @throws ExecutedError EXECUTED_INVOCATION_MALFORMED
 */
export function parseInvocation(value: unknown): Invocation {
  const source = record(value, '');
  for (const name of Object.keys(source))
    if (!MEMBERS.has(name)) malformed(pointer('', name), 'an unknown member');
  const effect = record(source['effect'], '/effect');
  for (const name of Object.keys(effect)) {
    if (name !== 'class' && name !== 'risk') malformed(pointer('/effect', name), 'an unknown member');
  }
  const risk = optional(effect['risk'], '/effect/risk');
  const outputModes = list(source['outputModes'], '/outputModes');
  const extensions = list(source['extensions'], '/extensions');
  const protocolVersion = optional(source['protocolVersion'], '/protocolVersion');
  // INVARIANT: every member is the object's own, `undefined` where there is none: what others put on
  // Object.prototype never stands in for an extension that the contract demands.
  const read: Whole<Invocation> = {
    skill: text(source['skill'], '/skill'),
    inputMode: text(source['inputMode'], '/inputMode'),
    outputModes,
    extensions,
    protocolVersion,
    effect: Object.freeze({ class: text(effect['class'], '/effect/class'), risk } as Effect),
  };
  return Object.freeze(read as Invocation);
}

type Whole<T> = { readonly [Name in keyof Required<T>]: T[Name] | undefined };

// A copy without a prototype: each member is read once, and none is inherited.
function record(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) malformed(at, 'not an object');
  const prototype: unknown = Object.getPrototypeOf(value);
  // The root prototype of any realm has none above it; a Date or a Map has one.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) malformed(at, 'not a plain object');
  return Object.assign(Object.create(null) as Record<string, unknown>, value);
}

function text(value: unknown, at: string): string {
  if (typeof value !== 'string' || value === '') malformed(at, 'not a string, or empty');
  return value as string;
}

function optional(value: unknown, at: string): string | undefined {
  return value === undefined ? undefined : text(value, at);
}

function list(value: unknown, at: string): readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) malformed(at, 'not a list');
  // Array.from reads a hole as the absent value that it is.
  return Object.freeze(Array.from(value as unknown[], (item, index) => text(item, `${at}/${index}`)));
}

function malformed(at: string, detail: string): never {
  throw fault('EXECUTED_INVOCATION_MALFORMED', { pointer: at, detail });
}
