// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { isExtensionName } from './extension-name.js';
import { isJsonObject, type Json } from './json.js';
import type { NegotiationRequest } from './request.js';
import { isOrigin, isRequestMode, isWithin, REQUEST_LIMITS } from './request-limits.js';

const text = z.string().min(1).refine(isBounded);
const origin = text.refine(isOrigin);
const modes = z
  .array(text.refine(isRequestMode))
  .min(1)
  .max(REQUEST_LIMITS.modes)
  .refine((list) => new Set(list).size === list.length);

const attributes = z.custom<{ readonly [name: string]: Json }>(
  (value) =>
    isJsonObject(value) &&
    Object.keys(value).length <= REQUEST_LIMITS.attributes &&
    Object.entries(value).every(([name, inner]) => isName(name) && isValue(inner, REQUEST_LIMITS.depth)),
);

/** The zod type of a negotiation request; accepts what {@link parseRequest} accepts. */
export const negotiationRequest: z.ZodType<NegotiationRequest> = z
  .strictObject({
    negotiationId: z.exactOptional(text),
    direction: z.exactOptional(z.enum(['inbound', 'outbound'])),
    requester: z.strictObject({
      ref: text,
      origin: z.exactOptional(origin),
      authenticated: z.boolean(),
      tenant: z.exactOptional(text),
      workspace: z.exactOptional(text),
      attributes: z.exactOptional(attributes),
    }),
    provider: z.strictObject({ ref: text, origin: z.exactOptional(origin) }),
    skill: text,
    inputModes: modes,
    outputModes: modes,
    extensions: z.exactOptional(
      z
        .array(
          z.strictObject({
            uri: text.refine(isExtensionName),
            version: z.exactOptional(text),
            required: z.boolean(),
          }),
        )
        .max(REQUEST_LIMITS.extensions)
        .refine((list) => new Set(list.map((one) => one.uri)).size === list.length),
    ),
    protocol: z.strictObject({ name: z.enum(['a2a', 'mcp']), version: z.exactOptional(text) }),
    scope: text,
    effect: z.strictObject({ class: text, risk: z.exactOptional(text) }),
    run: z.exactOptional(text),
  })
  .refine((request) => request.requester.ref !== request.provider.ref);

function isBounded(value: string): boolean {
  return isWithin(value, REQUEST_LIMITS.text) && value.isWellFormed();
}

function isName(name: string): boolean {
  return name !== '' && name !== '__proto__' && isBounded(name);
}

function isValue(value: Json, depth: number): boolean {
  if (typeof value === 'string') return isBounded(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  const entries = Object.entries(value);
  return (
    entries.length <= REQUEST_LIMITS.entries &&
    entries.every(
      ([name, inner]) => (Array.isArray(value) || isName(name)) && isValue(inner as Json, depth - 1),
    )
  );
}
