// SPDX-License-Identifier: Apache-2.0
// Called by build.sh: manifest.js BUILT OUT OPA_VERSION. Writes OUT/.manifest (the bundle's own, OPA's format) and
// OUT/manifest.json (what the module was built from, so that a test can tell whether it is up to date without opa).
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REVISION = '1';
const ENTRYPOINTS = ['parley/decide', 'parley/registry'];

const [built, out, opa] = process.argv.slice(2);
const here = fileURLToPath(new URL('.', import.meta.url));

function digest(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

const sources = readdirSync(join(here, 'parley'), { recursive: true })
  .map((name) => `parley/${name.replaceAll('\\', '/')}`)
  .filter((name) => name.endsWith('.rego') && !name.endsWith('_test.rego'))
  .concat('capabilities.json', 'bundle/data.json')
  .sort();
const bundled = JSON.parse(readFileSync(join(built, '.manifest'), 'utf8'));
const wasm = join(built, 'policy.wasm');

// The roots are ours alone: a second bundle beside this one must not be able to write over them.
const bundleManifest = {
  revision: REVISION,
  roots: ['parley', 'policy_data'],
  rego_version: 1,
  wasm: bundled.wasm,
};
const manifest = {
  revision: REVISION,
  opa,
  entrypoints: Object.fromEntries(ENTRYPOINTS.map((name, id) => [name, id])),
  wasm: { path: 'bundle/policy.wasm', sha256: digest(wasm), bytes: readFileSync(wasm).length },
  sources: Object.fromEntries(sources.map((name) => [name, digest(join(here, name))])),
};

writeFileSync(join(out, '.manifest'), `${JSON.stringify(bundleManifest, null, 2)}\n`);
writeFileSync(join(out, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
