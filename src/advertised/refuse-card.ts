// SPDX-License-Identifier: Apache-2.0
import { digestBytes } from '../core/digest.js';
import type { GovernanceError } from '../core/errors.js';
import { FrozenMap } from '../core/frozen-map.js';
import { type JsonObject, member } from '../core/json.js';
import type { Issuer } from '../core/state.js';
import { UNDECLARED } from '../core/undeclared.js';
import { AdvertisedCapability, type CardFacts, type CardSkill } from './types.js';

/** Codes of documents that are cards, and are refused as a whole: malformed, not unreadable. */
const REFUSED: ReadonlySet<string> = new Set([
  'ADVERTISED_REQUIRED_FIELD_ABSENT',
  'ADVERTISED_REQUIRED_FIELD_UNATTESTED',
  'ADVERTISED_EXTENSION_CONFLICT',
  'ADVERTISED_EXTENSION_UNREADABLE',
  'ADVERTISED_EXTENSION_UNATTESTED',
]);

/** Whether a fault of `advertise` refuses a card, so that the refusal is an answer with a record. */
export function refusesCard(error: GovernanceError): boolean {
  return REFUSED.has(error.code);
}

/** The state of a refused card: attributable by its digest, offering nothing, its signature never looked at. */
export function refuseCard(
  bytes: Uint8Array,
  emitted: JsonObject,
  error: GovernanceError,
  issuer: Issuer,
): AdvertisedCapability {
  const isMcp = ['initialize', 'discover', 'serverInfo', 'supportedVersions'].some(
    (name) => member(emitted, name) !== undefined,
  );
  return new AdvertisedCapability(issuer, {
    digest: digestBytes(bytes),
    emitted,
    view: isMcp ? Object.freeze({ ...NOTHING, protocol: 'mcp' }) : NOTHING,
    signature: Object.freeze({ status: 'invalid', code: error.code }),
    signatures: Object.freeze([]),
    unattested: Object.freeze(['']),
    findings: Object.freeze([
      Object.freeze({
        code: error.code,
        severity: 'error',
        pointer: error.pointer ?? '',
        message: error.message,
      }),
    ]),
  });
}

const NOTHING: CardFacts = Object.freeze({
  protocol: 'a2a',
  shape: 'refused',
  name: UNDECLARED,
  version: UNDECLARED,
  interfaces: Object.freeze([]),
  protocolVersions: Object.freeze([]),
  capabilities: Object.freeze({
    streaming: UNDECLARED,
    pushNotifications: UNDECLARED,
    extendedAgentCard: UNDECLARED,
    extensions: UNDECLARED,
  }),
  defaultInputModes: UNDECLARED,
  defaultOutputModes: UNDECLARED,
  securityRequirements: 'unknown',
  skills: new FrozenMap<string, CardSkill>(),
});
