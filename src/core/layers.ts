// SPDX-License-Identifier: Apache-2.0

/** The six TSMM layers, in the order in which a request walks them (TSMM CN-6). */
export const LAYERS = [
  'advertised',
  'discoverable',
  'negotiated',
  'authorized',
  'executed',
  'evidenced',
] as const;

/** One of the six layers. */
export type Layer = (typeof LAYERS)[number];

/** What one layer said: one of the six entries of `layers` in a negotiation's answer. */
export interface LayerReport {
  readonly layer: Layer;
  readonly status: 'passed' | 'refused' | 'not-reached';
  /** Stable codes, for programs. */
  readonly codes: readonly string[];
  /** One sentence per code, for people. */
  readonly reasons: readonly string[];
}

/** Why a layer passed or refused: a stable code and a sentence. */
export interface Reason {
  readonly code: string;
  readonly message: string;
}

/** What a layer's public function answers: the next state, or why the walk ends here. Never an exception. */
export type LayerResult<State> =
  | { readonly passed: true; readonly state: State; readonly reasons: readonly Reason[] }
  | { readonly passed: false; readonly reasons: readonly Reason[] };

/** The walk ends at this layer. */
export function refuse(...reasons: readonly Reason[]): {
  readonly passed: false;
  readonly reasons: readonly Reason[];
} {
  return { passed: false, reasons };
}
