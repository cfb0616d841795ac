// SPDX-License-Identifier: Apache-2.0
import type { AuthorizedCapability } from '../authorized/types.js';
import type { Effect } from '../core/request.js';
import { type Issuer, LayerState } from '../core/state.js';

/** What is about to be done, in the words of the contract. */
export interface Invocation {
  readonly skill: string;
  readonly inputMode: string;
  readonly outputModes?: readonly string[];
  readonly extensions?: readonly string[];
  readonly protocolVersion?: string;
  readonly effect: Effect;
}

/** What {@link ExecutedCapability} holds beside its layer. */
export interface ExecutedParts {
  readonly authorized: AuthorizedCapability;
  readonly executionId: string;
  readonly invocation: Invocation;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/** The fifth state: the effect ran to its end inside the contract. Issued by the engine's `execute` alone. */
export class ExecutedCapability extends LayerState<'executed'> implements ExecutedParts {
  readonly authorized: AuthorizedCapability;
  readonly executionId: string;
  readonly invocation: Invocation;
  readonly startedAt: number;
  readonly endedAt: number;

  constructor(issuer: Issuer, parts: ExecutedParts) {
    super('executed', issuer);
    this.authorized = parts.authorized;
    this.executionId = parts.executionId;
    this.invocation = parts.invocation;
    this.startedAt = parts.startedAt;
    this.endedAt = parts.endedAt;
    Object.freeze(this);
  }
}

// Its check of what was issued is reachable through every state: nobody may replace it.
Object.freeze(ExecutedCapability);
