// SPDX-License-Identifier: Apache-2.0
import { fault } from './errors.js';
import type { Layer } from './layers.js';

/**
 * The identity of one engine. Each state carries the issuer that made it in a private field, so a state that was
 * copied, parsed, built by hand or made by another engine is refused. Keep it to yourself: whoever holds an
 * issuer can issue states.
 */
export interface Issuer {
  readonly name: string;
}

/** A new identity; two calls never give equal ones. */
export function createIssuer(name = 'parley'): Issuer {
  return Object.freeze({ name });
}

/** What every state of a capability is: immutable, named by its layer, and bound to its issuer. */
export abstract class LayerState<L extends Layer> {
  readonly #issuer: Issuer;
  readonly layer: L;

  constructor(layer: L, issuer: Issuer) {
    this.#issuer = issuer;
    this.layer = layer;
  }

  /**
   * Refuse a value that is not a state of this layer issued by this issuer.
   * @throws GovernanceError CORE_STATE_FORGED
   */
  static verify(state: unknown, layer: Layer, issuer: Issuer): void {
    // INVARIANT: `#issuer in state` is true only of objects that this constructor ran on; no copy has it.
    const genuine =
      typeof state === 'object' &&
      state !== null &&
      #issuer in state &&
      (state as LayerState<Layer>).#issuer === issuer &&
      (state as LayerState<Layer>).layer === layer;
    if (!genuine) throw fault('CORE_STATE_FORGED', { detail: `expected a state of layer \`${layer}\`` });
  }
}

Object.freeze(LayerState);
