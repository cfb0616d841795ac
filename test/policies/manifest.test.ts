// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inspectModule } from '../../src/adapters/opa-wasm/inspect-module.js';
import { compileModule } from '../../src/adapters/opa-wasm/policy-module.js';
import { sha256Hex } from '../../src/core/digest.js';

const manifest = JSON.parse(readFileSync('policies/manifest.json', 'utf8'));
const bundled = JSON.parse(readFileSync('policies/bundle/.manifest', 'utf8'));

describe('policies/manifest.json (build again with policies/build.sh where this fails)', () => {
  it('names every source with its digest, and no other', () => {
    const sources = readdirSync('policies/parley', { recursive: true, encoding: 'utf8' })
      .map((name) => `parley/${name.replaceAll('\\', '/')}`)
      .filter((name) => name.endsWith('.rego') && !name.endsWith('_test.rego'))
      .concat('capabilities.json', 'bundle/data.json')
      .sort();
    expect(Object.keys(manifest.sources)).toEqual(sources);
    for (const name of sources)
      expect([name, manifest.sources[name]]).toEqual([name, sha256Hex(readFileSync(`policies/${name}`))]);
  });

  it('names the module and its entrypoints', () => {
    const wasm = readFileSync('policies/bundle/policy.wasm');
    expect(manifest.wasm).toEqual({
      path: 'bundle/policy.wasm',
      sha256: sha256Hex(wasm),
      bytes: wasm.length,
    });
    const table = inspectModule(compileModule(wasm), new Map(), 16_384);
    for (const [name, id] of Object.entries(manifest.entrypoints))
      expect([name, table.get(name)]).toEqual([name, id]);
  });

  it('is of one revision with the bundle, whose roots are its own', () => {
    expect(bundled.revision).toBe(manifest.revision);
    expect(bundled.roots).toEqual(['parley', 'policy_data']);
    expect(bundled.wasm.map((entry: { entrypoint: string }) => entry.entrypoint)).toEqual(
      Object.keys(manifest.entrypoints),
    );
    expect(Object.keys(JSON.parse(readFileSync('policies/bundle/data.json', 'utf8')))).toEqual([
      'policy_data',
    ]);
  });

  it('describes the test policies too', () => {
    const folder = 'test/adapters/opa-wasm/fixtures';
    const digests: Record<string, string> = JSON.parse(readFileSync(`${folder}/manifest.json`, 'utf8'));
    expect(Object.keys(digests).length).toBe(10);
    for (const [name, digest] of Object.entries(digests))
      expect([name, sha256Hex(readFileSync(`${folder}/${name}`))]).toEqual([name, digest]);
  });
});
