// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { RecordBody } from './record-entry.js';
import { hostEventSchema, runEventSchema } from './validate-record.js';

const schema = z.strictObject({
  record: z.union([hostEventSchema, runEventSchema]),
  audience: z.strictObject({ tenant: z.string() }).nullable(),
});

/** Read the body of such an entry; `undefined` where it is none, so that nothing unknown is ever delivered. */
export function parseRecordBody(body: string): RecordBody | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined;
  }
  const result = schema.safeParse(value);
  return result.success ? result.data : undefined;
}
