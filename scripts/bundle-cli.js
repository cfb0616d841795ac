// SPDX-License-Identifier: Apache-2.0
// Puts the modules of the command line into a few files: half the time of a cold start is the loading of two hundred
// small ones. Runs behind `tsc` and reads what that wrote; libraries stay where npm put them.
import { rm } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
const OUT = `${DIST}bin`;

// A module that looks for files beside itself (workers, policies) finds them beside the file that tsc wrote.
const keepPlaces = {
  name: 'keep-places',
  transform(code, id) {
    if (!code.includes('import.meta.url')) return undefined;
    const place = `./${relative(OUT, id).split(sep).join('/')}`;
    return code.replaceAll('import.meta.url', `new URL('${place}', import.meta.url).href`);
  },
};

const isLibrary = (id) => !id.startsWith('.') && !isAbsolute(id);

await rm(OUT, { recursive: true, force: true });
const bundle = await rolldown({
  input: { parley: `${DIST}cli/main.js` },
  platform: 'node',
  external: isLibrary,
  plugins: [keepPlaces],
});
await bundle.write({
  dir: OUT,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
});
await bundle.close();
