// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../core/json.js';
import { LAYERS, type LayerReport } from '../core/layers.js';

/** The frame of what `parley negotiate --format json` prints; the documents inside have types of their own. */
export interface NegotiationAnswer {
  readonly outcome: 'accepted' | 'accepted-with-constraints' | 'rejected' | 'review-required';
  readonly layers: readonly LayerReport[];
  readonly negotiation: JsonObject;
  readonly receipt: JsonObject;
  readonly record: JsonObject;
  readonly evidence: {
    readonly head?: unknown;
    /** Ids of the evidence entries of this negotiation. */
    readonly refs: readonly string[];
  };
}

const object = z.custom<JsonObject>(isJsonObject, { error: 'expected object' });

const report: z.ZodType<LayerReport> = z.looseObject({
  layer: z.enum(LAYERS),
  status: z.enum(['passed', 'refused', 'not-reached']),
  codes: z.array(z.string()),
  reasons: z.array(z.string()),
});

/** The zod type of that frame. */
export const negotiationAnswer: z.ZodType<NegotiationAnswer> = z.looseObject({
  outcome: z.enum(['accepted', 'accepted-with-constraints', 'rejected', 'review-required']),
  layers: z.array(report).length(LAYERS.length),
  negotiation: object,
  receipt: object,
  record: object,
  evidence: z.looseObject({ refs: z.array(z.string()) }),
});
