// SPDX-License-Identifier: Apache-2.0
import type { Json } from './json.js';

/** An extension as requested: activated only where the provider advertises exactly this URI (and version). */
export interface RequestedExtension {
  readonly uri: string;
  readonly version?: string;
  readonly required: boolean;
}

/** What an effect does, and how much is at stake; free text that policy reads (`read`, `write`, ..; `low`, ..). */
export interface Effect {
  readonly class: string;
  readonly risk?: string;
}

/** Who asks. `attributes` go to policy as they are. */
export interface Requester {
  readonly ref: string;
  readonly origin?: string;
  readonly authenticated: boolean;
  readonly tenant?: string;
  readonly workspace?: string;
  readonly attributes?: { readonly [name: string]: Json };
}

/** A negotiation request: `schemas/negotiation-request.schema.json`, parsed. */
export interface NegotiationRequest {
  readonly negotiationId?: string;
  readonly direction?: 'outbound' | 'inbound';
  readonly requester: Requester;
  readonly provider: { readonly ref: string; readonly origin?: string };
  readonly skill: string;
  readonly inputModes: readonly string[];
  readonly outputModes: readonly string[];
  readonly extensions?: readonly RequestedExtension[];
  readonly protocol: { readonly name: 'a2a' | 'mcp'; readonly version?: string };
  readonly scope: string;
  readonly effect: Effect;
  readonly run?: string;
}
