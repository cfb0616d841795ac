// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { LAYERS, type Layer } from '../../src/core/layers.js';
import { createIssuer, type Issuer, LayerState } from '../../src/core/state.js';

class Sample extends LayerState<Layer> {
  readonly content: string;

  constructor(layer: Layer, issuer: Issuer, content = 'content') {
    super(layer, issuer);
    this.content = content;
    Object.freeze(this);
  }
}

const issuer = createIssuer();
const state = new Sample('authorized', issuer);
const forged = expect.objectContaining({ code: 'CORE_STATE_FORGED', layer: 'core' });

describe('LayerState.verify passes', () => {
  it.each(LAYERS)('a state of layer %s that this issuer made', (layer) => {
    expect(() => LayerState.verify(new Sample(layer, issuer), layer, issuer)).not.toThrow();
  });
});

describe('LayerState.verify refuses', () => {
  const twin = createIssuer();
  const inherits = Object.create(state) as unknown;
  const cases: readonly (readonly [string, unknown])[] = [
    ['undefined', undefined],
    ['null', null],
    ['text', 'authorized'],
    ['a function', () => state],
    ['an object with its layer', { layer: 'authorized' }],
    ['a copy by spreading', { ...state }],
    ['a copy by assigning to its prototype', Object.assign(Object.create(Sample.prototype) as object, state)],
    ['a structured clone', structuredClone({ ...state })],
    ['what JSON makes of it', JSON.parse(JSON.stringify(state))],
    ['an object that inherits from it', inherits],
    ['a proxy of it', new Proxy(state, {})],
    ['a state of another issuer', new Sample('authorized', twin)],
    ['a state of an issuer of the same name', new Sample('authorized', createIssuer('parley'))],
    ['a state of a copied issuer', new Sample('authorized', { ...issuer })],
    ['a state of the layer before', new Sample('negotiated', issuer)],
    ['a state of the layer after', new Sample('executed', issuer)],
  ];

  it.each(cases)('%s', (_, value) => {
    expect(() => LayerState.verify(value, 'authorized', issuer)).toThrow(forged);
  });

  it('a state that claims another layer than it was made for', () => {
    class Loose extends LayerState<Layer> {}
    const loose = new Loose('negotiated', issuer);
    Object.defineProperty(loose, 'layer', { value: 'authorized' });
    // A state that is not frozen could be relabelled: every state of the engine is frozen by its constructor.
    expect(() => Object.defineProperty(state, 'layer', { value: 'executed' })).toThrow(TypeError);
    expect(() => LayerState.verify(loose, 'executed', issuer)).toThrow(forged);
  });
});

describe('an issuer', () => {
  it('is frozen, and no state shows it', () => {
    expect(Object.isFrozen(issuer)).toBe(true);
    expect(Reflect.ownKeys(state)).toEqual(['layer', 'content']);
    expect(JSON.stringify(state)).not.toContain('parley');
  });
});
