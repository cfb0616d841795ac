// SPDX-License-Identifier: Apache-2.0
import { type AdvertiseContext, advertise } from '../../../src/advertised/advertise.js';
import { type CardReading, readCard } from '../../../src/advertised/read-card.js';
import type { AdvertisedCapability } from '../../../src/advertised/types.js';
import { GovernanceError } from '../../../src/core/errors.js';
import type { Json, JsonObject } from '../../../src/core/json.js';
import { createIssuer, type Issuer } from '../../../src/core/state.js';

/** Changes to a document: `undefined` takes a member away. */
export type Changes = Readonly<Record<string, Json | undefined>>;

/** A complete A2A 1.0 card, with changes at its top level. */
export function card10(changes: Changes = {}): JsonObject {
  return changed(
    {
      name: 'Reviewer',
      description: 'Reviews contracts',
      version: '2.1.0',
      supportedInterfaces: [
        { url: 'https://agent.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      ],
      capabilities: {},
      defaultInputModes: ['application/json'],
      defaultOutputModes: ['application/json', 'text/plain'],
      skills: [{ id: 'review', name: 'Review', description: 'Reviews', tags: ['law'] }],
    },
    changes,
  );
}

/** A complete A2A 0.3 card, with changes at its top level. */
export function card03(changes: Changes = {}): JsonObject {
  return changed(
    {
      protocolVersion: '0.3.0',
      name: 'Reviewer',
      description: 'Reviews contracts',
      url: 'https://agent.example/a2a',
      version: '2.1.0',
      capabilities: {},
      defaultInputModes: ['application/json'],
      defaultOutputModes: ['application/json'],
      skills: [{ id: 'review', name: 'Review', description: 'Reviews', tags: ['law'] }],
    },
    changes,
  );
}

/** A skill of a 1.0 or 0.3 card, with changes. */
export function skillWith(changes: Changes): JsonObject {
  return changed({ id: 'review', name: 'Review', description: 'Reviews', tags: ['law'] }, changes);
}

/** A copy of an object with changes. */
export function changed(object: JsonObject, changes: Changes): JsonObject {
  const out: Record<string, Json> = { ...object };
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) delete out[name];
    else out[name] = value;
  }
  return out;
}

/** Findings as `code pointer`, without the codes named. */
export function findingsOf(reading: Pick<CardReading, 'findings'>): readonly string[] {
  return reading.findings.map((finding) => `${finding.code} ${finding.pointer}`);
}

/** The issuer of the states that these tests make. */
export const ISSUER: Issuer = createIssuer('test');

/** Advertise an object as its JSON text. */
export function advertiseObject(
  document: Json,
  context: Partial<AdvertiseContext> = {},
): AdvertisedCapability {
  return advertise(new TextEncoder().encode(JSON.stringify(document)), {
    issuer: ISSUER,
    now: 0,
    ...context,
  });
}

/** Code and pointer of a refusal; `undefined` where there is none. */
export function refusalOf(run: () => unknown): readonly [string, string | undefined] | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof GovernanceError) return [error.code, error.pointer];
    throw error;
  }
}

/** Read a document whose reading must not fail. */
export function read(document: JsonObject): CardReading {
  return readCard(document);
}
