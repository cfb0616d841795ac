// SPDX-License-Identifier: Apache-2.0
import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { parseJsonText } from '../../adapters/bundle/json-text.js';
import { toJson } from '../../adapters/bundle/json-value.js';
import { fault, GovernanceError, quote } from '../../core/errors.js';
import { isJsonObject, type Json, type JsonObject, pointer } from '../../core/json.js';
import { readBytes } from '../read-file.js';
import { mergePatch } from './merge-patch.js';

/** What a case expects. Only what is written is compared; a list is compared as a set. */
export interface Expectation {
  readonly decision?: 'allow' | 'deny' | 'review' | undefined;
  readonly visible?: boolean | undefined;
  /** Codes of the authorization's reasons. */
  readonly reasons?: readonly string[] | undefined;
  /** Codes of the discovery's reasons. */
  readonly discovery?: readonly string[] | undefined;
  readonly gaps?: readonly string[] | undefined;
  readonly constraints?: readonly string[] | undefined;
  /** Ids of the obligations. */
  readonly obligations?: readonly string[] | undefined;
  /** Codes of the findings, for `parley/registry`. */
  readonly findings?: readonly string[] | undefined;
  /** The whole answer. */
  readonly result?: Json | undefined;
}

/** One question to a policy, and its right answer. */
export interface PolicyCase {
  readonly file: string;
  readonly name: string;
  readonly entrypoint: string | undefined;
  readonly input: JsonObject;
  /** Laid over the policy's data (RFC 7396). */
  readonly data: JsonObject;
  readonly expect: Expectation;
}

/** Cases of several files, and what the files say that none of them can show. */
export interface CaseBook {
  readonly cases: readonly PolicyCase[];
  /** Reason codes that no answer carries, whatever the input. */
  readonly unreachable: readonly string[];
}

const strings = z.array(z.string()).optional();
const json = z.record(z.string(), z.json());
const expectation = z.strictObject({
  decision: z.enum(['allow', 'deny', 'review']).optional(),
  visible: z.boolean().optional(),
  reasons: strings,
  discovery: strings,
  gaps: strings,
  constraints: strings,
  obligations: strings,
  findings: strings,
  result: z.json().optional(),
});
const caseShape = z.strictObject({
  name: z.string().min(1),
  description: z.string().optional(),
  entrypoint: z.string().optional(),
  input: json.optional(),
  patch: json.optional(),
  data: json.optional(),
  expect: expectation.refine((each) => Object.keys(each).length > 0, 'nothing is expected'),
});
const fileShape = z.strictObject({
  description: z.string().optional(),
  entrypoint: z.string().optional(),
  input: json.optional(),
  data: json.optional(),
  unreachable: strings,
  cases: z.array(caseShape).min(1),
});

/**
 * Cases of files and folders, JSON and YAML, in the order of their paths.
 * @throws GovernanceError AUTHORIZED_BUNDLE_CASE_INVALID, CORE_FILE_UNREADABLE
 */
export async function readCases(paths: readonly string[]): Promise<CaseBook> {
  const cases: PolicyCase[] = [];
  const unreachable: string[] = [];
  for (const path of paths) {
    for (const file of await filesOf(path)) {
      const book = await readFileOfCases(file);
      cases.push(...book.cases);
      unreachable.push(...book.unreachable);
    }
  }
  if (cases.length === 0) throw fault('AUTHORIZED_BUNDLE_CASE_INVALID', { detail: 'there are no cases' });
  return { cases, unreachable };
}

async function filesOf(path: string): Promise<readonly string[]> {
  const info = await stat(path).catch(() => undefined);
  if (info?.isDirectory() !== true) return [path];
  const names = (await readdir(path, { recursive: true })).filter((name) => /\.(?:json|ya?ml)$/.test(name));
  return names.sort().map((name) => join(path, name));
}

async function readFileOfCases(file: string): Promise<CaseBook> {
  const parsed = fileShape.safeParse(await readDocument(file));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = pointer('', ...(issue?.path ?? []).map(String));
    throw fault('AUTHORIZED_BUNDLE_CASE_INVALID', {
      pointer: at,
      detail: `${quote(file)}: ${issue?.message ?? ''}`,
    });
  }
  const { cases, entrypoint, input = {}, data = {}, unreachable = [] } = parsed.data;
  const names = new Set<string>();
  const read = cases.map((each, index) => {
    const at = pointer('/cases', index, 'name');
    if (names.has(each.name)) {
      throw fault('AUTHORIZED_BUNDLE_CASE_INVALID', {
        pointer: at,
        detail: `${quote(file)}: the name is taken`,
      });
    }
    names.add(each.name);
    return {
      file: basename(file, extname(file)),
      name: each.name,
      entrypoint: each.entrypoint ?? entrypoint,
      input: objectOf(mergePatch(each.input ?? input, each.patch ?? {})),
      data: objectOf(mergePatch(data, each.data ?? {}, true)),
      expect: each.expect,
    };
  });
  return { cases: read, unreachable };
}

async function readDocument(file: string): Promise<unknown> {
  const bytes = await readBytes(file);
  try {
    if (file.endsWith('.json')) return toJson(parseJsonText(bytes, basename(file), 64));
    // YAML 1.2 core: no tags that run code, no merge keys, and bounded aliases.
    return parseYaml(Buffer.from(bytes).toString('utf8'), { maxAliasCount: 100, uniqueKeys: true });
  } catch (cause) {
    const detail = cause instanceof GovernanceError ? cause.message : `${quote(file)} is no YAML`;
    throw fault('AUTHORIZED_BUNDLE_CASE_INVALID', { detail, cause });
  }
}

function objectOf(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}
