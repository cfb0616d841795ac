// SPDX-License-Identifier: Apache-2.0
import { writeFile } from 'node:fs/promises';
import { type Bundle, readBundleFiles } from '../../adapters/bundle/index.js';
import { digestBytes } from '../../core/digest.js';
import type { JsonObject } from '../../core/json.js';
import type { CliIo } from '../io.js';
import { EXIT, type ExitCode } from '../io.js';
import { type CompileFlags, compileSource } from './compile.js';
import { loadBundle } from './load-bundle.js';
import { requireOpa, runOpa } from './opa.js';
import { type PolicySourceFolder, readSource } from './source.js';
import { type SignFlags, signWith, writeBundle } from './write-bundle.js';

/** Flags of `parley policy build`. */
export interface BuildFlags extends SignFlags, CompileFlags {
  readonly out: string;
  readonly data: readonly string[];
  readonly opa?: string;
  readonly format: 'text' | 'json';
}

/** Build a folder of Rego to a bundle, try it, sign it where a key is given, and write it with its digests. */
export async function buildPolicy(folder: string, flags: BuildFlags, io: CliIo): Promise<ExitCode> {
  const opa = requireOpa(flags.opa, io.env);
  const source = await readSource(folder, flags.data);
  const compiled = await compileSource(opa, source, flags, io.env);
  const signed = await signWith(compiled, flags, io);
  const bundle = await readBundleFiles(signed, { verification: 'skip' });
  // The module must load, offer its entrypoints, ask for no other builtin, and deny the inputs known to be bad.
  const policy = await loadBundle(bundle);
  await policy.close();
  const version =
    /^Version: *(\S+)/m.exec(await runOpa(opa, ['version'], source.cwd, io.env))?.[1] ?? 'unknown';
  const digests = digestsOf(bundle, source, version);
  await writeBundle(flags.out, signed);
  await writeFile(digestsPath(flags.out), `${JSON.stringify(digests, null, 2)}\n`);
  if (flags.format === 'json') io.out(`${JSON.stringify(digests)}\n`);
  else
    io.out(`${flags.out}: revision \`${bundle.revision}\`, ${bundle.files.length} files, ${bundle.digest}\n`);
  return EXIT.yes;
}

/** The manifest of digests: what the bundle is, and exactly what it was built from. */
function digestsOf(bundle: Bundle, source: PolicySourceFolder, opa: string): JsonObject {
  const sources = [...source.files].filter(([path]) => /\.rego$|(?:^|\/)data\.json$|^\.manifest$/.test(path));
  return {
    revision: bundle.revision,
    digest: bundle.digest,
    opa,
    entrypoints: bundle.entrypoints,
    roots: bundle.roots,
    files: Object.fromEntries(bundle.files.map(({ path, digest }) => [path, digest])),
    sources: Object.fromEntries(sources.map(([path, bytes]) => [path, digestBytes(bytes)])),
  };
}

function digestsPath(out: string): string {
  return `${out.replace(/\.(?:tar\.gz|tgz)$/, '').replace(/\/+$/, '')}.digests.json`;
}
