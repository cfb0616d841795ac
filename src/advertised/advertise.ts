// SPDX-License-Identifier: Apache-2.0
import { type Digest, digestBytes } from '../core/digest.js';
import { fault, GovernanceError } from '../core/errors.js';
import { type JsonObject, member } from '../core/json.js';
import type { JsonLimits } from '../core/json-strict/limits.js';
import { parseStrict } from '../core/json-strict/parse-strict.js';
import type { Issuer } from '../core/state.js';
import { readA2aCard } from './a2a/read-a2a-card.js';
import { differenceOf } from './attest/difference-of.js';
import { lostSecurity } from './attest/lost-security.js';
import { restrictView } from './attest/restrict-view.js';
import { Notes } from './internal/notes.js';
import { type CardReading, readCard } from './read-card.js';
import { checkRequiredCovered, checkRequiredFields } from './required-fields.js';
import {
  AdvertisedCapability,
  type CardFacts,
  type SignatureJudge,
  type SignatureJudgement,
} from './types.js';

/** What reading a provider's document needs beside its bytes. */
export interface AdvertiseContext {
  readonly issuer: Issuer;
  /** Milliseconds since the epoch; decides which keys are in force. */
  readonly now: number;
  /** Without one, a signed card is `untrusted`. */
  readonly judge?: SignatureJudge;
  /** JSON pointers of the fields a negotiation profile marks "required, no default". */
  readonly requiredFields?: readonly string[];
  readonly limits?: JsonLimits;
}

/** What a caller already made of the same bytes, so that it is not made twice. */
export interface KnownBytes {
  /** `digestBytes(bytes)`. */
  readonly digest?: Digest;
  /** `parseStrict(bytes)`, under the limits of the context. */
  readonly emitted?: JsonObject;
}

/**
 * Take in what a provider advertises: parse it strictly, check the required fields, judge its signatures, read it,
 * and settle which view counts. An invalid signature is part of the answer, not a fault; `admit` refuses it.
 *
 * @throws AdvertisedError ADVERTISED_JSON_* (strict parsing), ADVERTISED_REQUIRED_FIELD_ABSENT,
 *   ADVERTISED_REQUIRED_FIELD_UNATTESTED, ADVERTISED_NOT_A_CARD, ADVERTISED_EXTENSION_CONFLICT,
 *   ADVERTISED_EXTENSION_UNREADABLE, ADVERTISED_EXTENSION_UNATTESTED
 */
export function advertise(
  bytes: Uint8Array,
  context: AdvertiseContext,
  known: KnownBytes = {},
): AdvertisedCapability {
  const emitted = known.emitted ?? parseStrict(bytes, context.limits);
  checkRequiredFields(emitted, context.requiredFields ?? []);
  const reading = readCard(emitted);
  const judgement = reading.facts.protocol === 'mcp' ? UNSIGNED : judge(emitted, context);
  const payload = payloadOf(judgement);
  if (payload !== undefined) checkRequiredCovered(emitted, payload, context.requiredFields ?? []);
  const { view, unattested, findings } = settle(emitted, reading, judgement);
  return new AdvertisedCapability(context.issuer, {
    digest: known.digest ?? digestBytes(bytes),
    emitted,
    view,
    signature: Object.freeze(judgement.card),
    signatures: Object.freeze(judgement.signatures.map((verdict) => Object.freeze(verdict))),
    unattested,
    findings,
  });
}

function judge(emitted: JsonObject, context: AdvertiseContext): SignatureJudgement {
  const signatures = member(emitted, 'signatures');
  // `null` is no list either: a card that says something about signatures is never read as one that is silent.
  if (signatures !== undefined && !Array.isArray(signatures)) return MALFORMED;
  if (signatures === undefined || signatures.length === 0) return UNSIGNED;
  if (context.judge === undefined) return NOT_CHECKED;
  const judgement = judged(context.judge, emitted, context.now);
  const covered = Object.hasOwn(judgement, 'payload') && judgement.payload !== undefined;
  if ((judgement.card.status === 'verified') !== covered || judgement.card.status === 'unsigned')
    throw fault('CORE_ENGINE_FAULT', { detail: 'the judge of signatures contradicts itself' });
  return judgement;
}

function judged(judgeOf: SignatureJudge, emitted: JsonObject, now: number): SignatureJudgement {
  try {
    return judgeOf(emitted, now);
  } catch (cause) {
    if (cause instanceof GovernanceError) throw cause;
    throw fault('CORE_ENGINE_FAULT', { detail: 'the judge of signatures failed', cause });
  }
}

// Own, because what others put on Object.prototype must not pass for what a signature covers.
function payloadOf(judgement: SignatureJudgement): JsonObject | undefined {
  return Object.hasOwn(judgement, 'payload') ? judgement.payload : undefined;
}

interface Settled {
  readonly view: CardFacts;
  readonly unattested: readonly string[];
  readonly findings: CardReading['findings'];
}

/** Which view counts: the attested one where a signature holds, else the emitted one with nothing attested. */
function settle(emitted: JsonObject, reading: CardReading, judgement: SignatureJudgement): Settled {
  const { facts, findings } = reading;
  const payload = payloadOf(judgement);
  if (payload === undefined) return { view: facts, unattested: ALL, findings };
  const { pointers: unattested, same } = differenceOf(emitted, payload);
  // The same reader reads both views, so no reading differs by more than the documents do, and equal documents
  // need one reading. Findings are about the emitted document; what the canonical form leaves out is no fault of
  // its author.
  const attested = same ? facts : readA2aCard(payload, new Notes(), { document: emitted, facts });
  const view = restrictView(attested, facts, lostSecurity(payload, judgement));
  if (view.interfaces.length > 0 || facts.interfaces.length === 0) return { view, unattested, findings };
  const notes = new Notes();
  notes.add('card.interfaces-unattested', '');
  return { view, unattested, findings: Object.freeze([...findings, ...notes.all()]) };
}

const ALL: readonly string[] = Object.freeze(['']);
const UNSIGNED: SignatureJudgement = { card: { status: 'unsigned' }, signatures: [] };
const NOT_CHECKED: SignatureJudgement = {
  card: { status: 'untrusted', code: 'ADVERTISED_SIGNATURE_NOT_CHECKED' },
  signatures: [],
};
const MALFORMED: SignatureJudgement = {
  card: { status: 'invalid', code: 'ADVERTISED_SIGNATURES_TYPE' },
  signatures: [],
};
