// SPDX-License-Identifier: Apache-2.0
import type { z } from 'zod';
import { quote } from '../core/errors.js';
import { isJsonObject, type Json, pointer } from '../core/json.js';
import type { RuleFinding } from './types.js';

/** A document of the right shape, what the shape finds wrong with it, or both. */
export interface Reading<T> {
  /** Set where every member has its shape, even if two of them contradict each other. */
  readonly value?: T;
  readonly findings: readonly RuleFinding[];
}

/** Hold a document against its zod type; one finding, rule `schema`, for each thing wrong. */
export function readDocument<T>(type: z.ZodType<T>, document: Json): Reading<T> {
  const read = type.safeParse(document);
  if (read.success) return { value: read.data, findings: [] };
  const issues = read.error.issues;
  const findings = issues.flatMap((issue) => findingsOf(issue, document));
  // A refinement runs only on a document whose members all have their shape.
  return issues.every((issue) => issue.code === 'custom' && issue.params?.['shape'] === true)
    ? { value: document as T, findings }
    : { findings };
}

function findingsOf(issue: z.core.$ZodIssue, document: Json): readonly RuleFinding[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => finding(pointer('', ...path, key), `unknown member ${quote(key)}`));
  return [finding(pointer('', ...path), messageOf(issue, valueAt(document, path)))];
}

function messageOf(issue: z.core.$ZodIssue, value: Json | undefined): string {
  if (value === undefined) return 'the member is missing';
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${issue.expected === 'int' ? 'a whole number' : issue.expected}`;
    case 'invalid_value':
      return `expected one of ${issue.values.map((one) => quote(one)).join(', ')}, not ${quote(value)}`;
    case 'invalid_format':
      return `${quote(value)} does not match the pattern of the member`;
    case 'too_small':
      return 'expected at least one';
    default:
      return issue.message;
  }
}

function valueAt(document: Json, path: readonly (string | number)[]): Json | undefined {
  let value: Json | undefined = document;
  for (const part of path) {
    if (Array.isArray(value)) value = value[Number(part)];
    else if (isJsonObject(value)) value = Object.hasOwn(value, part) ? value[part] : undefined;
    else return undefined;
  }
  return value;
}

function finding(where: string, message: string): RuleFinding {
  return { rule: 'schema', severity: 'error', pointer: where, message };
}
