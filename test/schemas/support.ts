// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** Test data of the field, not part of this repository; absent on most machines. */
export const UPSTREAM: string = join(process.cwd(), '..', 'shared', 'upstream');

/** Whether that data is here. */
export const HAS_UPSTREAM: boolean = existsSync(UPSTREAM);

const FORMATS_OFF = { validateFormats: false, allErrors: false } as const;

/** A validator of one of our schemas, by the name of its file; formats are annotations. */
export function ours(name: string): ValidateFunction {
  const ajv = new Ajv2020({ ...FORMATS_OFF, strict: true, allowUnionTypes: true });
  for (const file of readdirSync('schemas')) {
    if (file.endsWith('.schema.json')) ajv.addSchema(readJson(join('schemas', file)));
  }
  const validate = ajv.getSchema(`urn:tsmm-parley:schemas:${name}`);
  if (validate === undefined) throw new Error(`no schema ${name}`);
  return validate;
}

/** A validator of an upstream schema: checked as upstream checks it, without formats. */
export function theirs(path: string, ...references: readonly string[]): ValidateFunction {
  const ajv = new Ajv2020({ ...FORMATS_OFF, strict: false });
  for (const reference of references) ajv.addSchema(readJson(join(UPSTREAM, reference)));
  // Without its own id its references stand for themselves: one of the files writes them that way.
  const { $id: _id, ...schema } = readJson(join(UPSTREAM, path)) as { readonly $id?: string };
  return ajv.compile(schema);
}

function readJson(path: string): object {
  return JSON.parse(readFileSync(path, 'utf8')) as object;
}
