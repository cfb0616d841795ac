// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { DropRule, MaskRule } from '../../adapters/decision-log/index.js';
import { isJsonObject, type Json } from '../../core/json.js';

interface DecisionLogRules {
  /** What every event says of this instance. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly mask?: readonly MaskRule[];
  readonly drop?: readonly DropRule[];
}

/** The member `decisionLog` of a configuration. */
export type DecisionLogConfig = DecisionLogRules &
  (
    | { readonly sink: 'log' }
    | { readonly sink: 'file'; readonly path: string }
    | {
        readonly sink: 'http';
        /** Events are posted to `<service>/logs`, or `<service>/logs/<partition>`. */
        readonly service: string;
        readonly partition?: string;
        /** A file with the bearer token; read for each upload. */
        readonly tokenPath?: string;
        /** The file in which events wait until they are acknowledged. */
        readonly spool: string;
      }
  );

const text = z.string().min(1);
const json = z.custom<Json>((value) => value !== undefined);

const mask: z.ZodType<MaskRule> = z.union([
  text,
  z.strictObject({ op: z.literal('remove'), path: text }),
  z.strictObject({ op: z.literal('upsert'), path: text, value: json }),
]);

const drop: z.ZodType<DropRule> = z.strictObject({
  all: z
    .array(
      z.union([
        z.strictObject({ path: text, equals: json }),
        z.strictObject({ path: text, in: z.array(json) }),
        z.strictObject({ path: text, exists: z.boolean() }),
      ]),
    )
    .min(1),
});

const rules = {
  labels: z.exactOptional(z.custom<Readonly<Record<string, string>>>(isLabels)),
  mask: z.exactOptional(z.array(mask)),
  drop: z.exactOptional(z.array(drop)),
};

/** The zod type of the member `decisionLog`; agrees with its JSON Schema. */
export const decisionLogShape: z.ZodType<DecisionLogConfig> = z.discriminatedUnion('sink', [
  z.strictObject({ sink: z.literal('log'), ...rules }),
  z.strictObject({ sink: z.literal('file'), path: text, ...rules }),
  z.strictObject({
    sink: z.literal('http'),
    service: text,
    partition: z.exactOptional(text),
    tokenPath: z.exactOptional(text),
    spool: text,
    ...rules,
  }),
]);

function isLabels(value: unknown): boolean {
  return isJsonObject(value) && Object.values(value).every((label) => typeof label === 'string');
}
