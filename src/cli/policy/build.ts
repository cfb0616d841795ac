// SPDX-License-Identifier: Apache-2.0
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  type Bundle,
  type BundleFiles,
  readBundleFiles,
  signBundle,
  writeArchive,
} from '../../adapters/bundle/index.js';
import { digestBytes } from '../../core/digest.js';
import type { JsonObject } from '../../core/json.js';
import type { CliIo } from '../io.js';
import { EXIT, type ExitCode } from '../io.js';
import { type CompileFlags, compileSource } from './compile.js';
import { type KeyFlags, readKey } from './keys.js';
import { loadBundle } from './load-bundle.js';
import { requireOpa, runOpa } from './opa.js';
import { type PolicySourceFolder, readSource } from './source.js';

/** Flags of `parley policy build`. */
export interface BuildFlags extends KeyFlags, CompileFlags {
  readonly out: string;
  readonly data: readonly string[];
  readonly opa?: string;
  readonly expiresIn?: string;
  readonly format: 'text' | 'json';
}

/** Build a folder of Rego to a bundle, try it, sign it where a key is given, and write it with its digests. */
export async function buildPolicy(folder: string, flags: BuildFlags, io: CliIo): Promise<ExitCode> {
  const opa = requireOpa(flags.opa, io.env);
  const source = await readSource(folder, flags.data);
  const compiled = await compileSource(opa, source, flags, io.env);
  const signed = await sign(compiled, flags, io);
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

async function sign(files: BundleFiles, flags: BuildFlags, io: CliIo): Promise<BundleFiles> {
  if (flags.key === undefined) return files;
  const issuedAt = io.now();
  const expires =
    flags.expiresIn === undefined ? {} : { expiresAt: issuedAt + Number(flags.expiresIn) * 1000 };
  return signBundle(files, await readKey(flags.key, flags), { issuedAt, ...expires });
}

async function writeBundle(out: string, files: BundleFiles): Promise<void> {
  if (/\.(?:tar\.gz|tgz)$/.test(out)) {
    await mkdir(dirname(resolve(out)), { recursive: true });
    await writeFile(out, await writeArchive(files));
    return;
  }
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(out, path)), { recursive: true });
    await writeFile(join(out, path), bytes);
  }
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
