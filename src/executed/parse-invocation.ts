// SPDX-License-Identifier: Apache-2.0
import { fault } from '../core/errors.js';
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
  for (const name of Object.keys(source)) if (!MEMBERS.has(name)) malformed(`/${name}`, 'an unknown member');
  const effect = record(source['effect'], '/effect');
  for (const name of Object.keys(effect)) {
    if (name !== 'class' && name !== 'risk') malformed(`/effect/${name}`, 'an unknown member');
  }
  const risk = optional(effect['risk'], '/effect/risk');
  const outputModes = list(source['outputModes'], '/outputModes');
  const extensions = list(source['extensions'], '/extensions');
  const protocolVersion = optional(source['protocolVersion'], '/protocolVersion');
  return Object.freeze({
    skill: text(source['skill'], '/skill'),
    inputMode: text(source['inputMode'], '/inputMode'),
    ...(outputModes !== undefined && { outputModes }),
    ...(extensions !== undefined && { extensions }),
    ...(protocolVersion !== undefined && { protocolVersion }),
    effect: Object.freeze({
      class: text(effect['class'], '/effect/class'),
      ...(risk !== undefined && { risk }),
    }),
  });
}

function record(value: unknown, pointer: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    malformed(pointer, 'not an object');
  return value as Readonly<Record<string, unknown>>;
}

function text(value: unknown, pointer: string): string {
  if (typeof value !== 'string' || value === '') malformed(pointer, 'not a string, or empty');
  return value as string;
}

function optional(value: unknown, pointer: string): string | undefined {
  return value === undefined ? undefined : text(value, pointer);
}

function list(value: unknown, pointer: string): readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) malformed(pointer, 'not a list');
  return Object.freeze((value as unknown[]).map((item, index) => text(item, `${pointer}/${index}`)));
}

function malformed(pointer: string, detail: string): never {
  throw fault('EXECUTED_INVOCATION_MALFORMED', { pointer, detail });
}
