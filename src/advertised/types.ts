// SPDX-License-Identifier: Apache-2.0
import type { Digest } from '../core/digest.js';
import type { JsonObject } from '../core/json.js';
import { type Issuer, LayerState } from '../core/state.js';
import type { Declared } from '../core/undeclared.js';

/** The protocol a provider's document belongs to. */
export type Protocol = 'a2a' | 'mcp';

/** One way to reach the provider; `protocolVersion` as the document writes it. */
export interface CardInterface {
  readonly url: string;
  readonly binding: string;
  readonly protocolVersion: string;
  readonly tenant?: string;
}

/** An extension that the provider advertises (A2A AgentExtension, or a key of MCP `capabilities.extensions`). */
export interface CardExtension {
  readonly uri: string;
  readonly required: boolean;
  /** `params.version` where it is a string, else the URI's own version segment (`v1`), else absent. */
  readonly version?: string;
  readonly description?: string;
}

/** One alternative of a security requirement: scheme name to scopes; all of them together (AND). */
export type SecurityRequirement = ReadonlyMap<string, readonly string[]>;

/**
 * Security requirements: a list is OR. `unknown`: they cannot be read, or the signature's profile cannot attest
 * their absence.
 */
export type SecurityRequirements = Declared<readonly SecurityRequirement[]> | 'unknown';

/** A skill of an AgentCard, or an MCP tool or capability. */
export interface CardSkill {
  readonly id: string;
  readonly name: Declared<string>;
  readonly tags: readonly string[];
  /**
   * Declared replaces the card's defaults. An explicit `[]` in the document reads as undeclared (A2A proto); an
   * empty list here means that nothing of what is declared can be offered.
   */
  readonly inputModes: Declared<readonly string[]>;
  readonly outputModes: Declared<readonly string[]>;
  readonly securityRequirements: SecurityRequirements;
}

/** The capabilities of which absence, `false` and emptiness mean three things. */
export interface CardCapabilities {
  readonly streaming: Declared<boolean>;
  readonly pushNotifications: Declared<boolean>;
  readonly extendedAgentCard: Declared<boolean>;
  readonly extensions: Declared<readonly CardExtension[]>;
}

/** What one view of a provider's document says, in one shape for A2A 1.0, A2A 0.3 and MCP. */
export interface CardFacts {
  readonly protocol: Protocol;
  /** The shape the document was read as: `1.0`, `0.3`, or an MCP revision date. */
  readonly shape: string;
  readonly name: Declared<string>;
  /** The agent's own version, not the protocol's. */
  readonly version: Declared<string>;
  readonly interfaces: readonly CardInterface[];
  /** Protocol versions offered, in document order, without repeats. */
  readonly protocolVersions: readonly string[];
  readonly capabilities: CardCapabilities;
  readonly defaultInputModes: Declared<readonly string[]>;
  readonly defaultOutputModes: Declared<readonly string[]>;
  readonly securityRequirements: SecurityRequirements;
  /** By id; a Map, because ids come from outside and `__proto__` is one that somebody will try. */
  readonly skills: ReadonlyMap<string, CardSkill>;
}

/** Something about a document worth telling, that does not refuse it by itself. */
export interface Finding {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  /** JSON pointer into the emitted document. */
  readonly pointer: string;
  readonly message: string;
}

/** What the signatures of a card amount to. `untrusted`: well formed, but no pinned key speaks for it. */
export type SignatureStatus = 'verified' | 'untrusted' | 'invalid' | 'unsigned';

/** The verdict on one signature, or on the card as a whole. */
export interface SignatureVerdict {
  readonly status: SignatureStatus;
  /** The canonicalization profile under which it verified. */
  readonly profile?: string;
  /** As the header says it. */
  readonly kid?: string;
  readonly alg?: string;
  /**
   * RFC 7638 thumbprint of the key that verified it, where that key has no name: then the `kid` is a claim of its
   * holder, and this is who signed.
   */
  readonly thumbprint?: string;
  /** Where the key came from: the name of a pinned JWKS, or an allow-listed `jku`. */
  readonly keySource?: string;
  /** Why it is not verified; a code of docs/errors.md. */
  readonly code?: string;
}

/** What the judge of signatures found: a verdict for the card, one per signature, and what is covered. */
export interface SignatureJudgement {
  readonly card: SignatureVerdict;
  readonly signatures: readonly SignatureVerdict[];
  /** The canonical payload under the verifying profile, parsed again: the attested view. Only when verified. */
  readonly payload?: JsonObject;
  /** Profiles that were accepted in the trial: under any of them the payload may have been signed. */
  readonly profiles?: readonly string[];
}

/** Judges the signatures of an emitted document; pure, given its keys and the time (ms since the epoch). */
export type SignatureJudge = (emitted: JsonObject, now: number) => SignatureJudgement;

/** What {@link AdvertisedCapability} holds beside its layer. */
export interface AdvertisedParts {
  readonly digest: Digest;
  readonly emitted: JsonObject;
  /** The view that counts: attested for a verified card, emitted otherwise; restrictions from both. */
  readonly view: CardFacts;
  readonly signature: SignatureVerdict;
  readonly signatures: readonly SignatureVerdict[];
  /** JSON pointers of what no signature covers; `[""]` where nothing is covered. */
  readonly unattested: readonly string[];
  readonly findings: readonly Finding[];
}

/** The first state: a claim that is visible and attributed, or known not to be. Issued by `advertise` alone. */
export class AdvertisedCapability extends LayerState<'advertised'> implements AdvertisedParts {
  readonly digest: Digest;
  readonly emitted: JsonObject;
  readonly view: CardFacts;
  readonly signature: SignatureVerdict;
  readonly signatures: readonly SignatureVerdict[];
  readonly unattested: readonly string[];
  readonly findings: readonly Finding[];

  constructor(issuer: Issuer, parts: AdvertisedParts) {
    super('advertised', issuer);
    this.digest = parts.digest;
    this.emitted = parts.emitted;
    this.view = parts.view;
    this.signature = parts.signature;
    this.signatures = parts.signatures;
    this.unattested = parts.unattested;
    this.findings = parts.findings;
    Object.freeze(this);
  }
}

// Its check of what was issued is reachable through every state: nobody may replace it.
Object.freeze(AdvertisedCapability);
