// SPDX-License-Identifier: Apache-2.0
import { type Bundle, openBundle, readBundleFiles } from '../../adapters/bundle/index.js';
import type { CliIo } from '../io.js';
import { EXIT, type ExitCode } from '../io.js';
import { type KeyFlags, verificationOf } from './keys.js';
import { loadBundle } from './load-bundle.js';

/** Flags of `parley policy inspect`. */
export interface InspectFlags extends KeyFlags {
  readonly format: 'text' | 'json';
}

/** Show what a bundle is: revision, roots, entrypoints, files, signature, and whether an engine would load it. */
export async function inspectBundle(path: string, flags: InspectFlags, io: CliIo): Promise<ExitCode> {
  const files = await openBundle(path);
  const verification = await verificationOf(flags);
  const bundle = await readBundleFiles(files, { verification, now: io.now() });
  const signed = files.has('.signatures.json');
  const policy = await loadBundle(bundle);
  const { entrypoints } = policy;
  await policy.close();
  const { revision, digest, roots, metadata, signature } = bundle;
  const described = { revision, digest, roots, entrypoints, metadata, signature: { signed, ...signature } };
  if (flags.format === 'json') io.out(`${JSON.stringify({ ...described, files: bundle.files })}\n`);
  else io.out(render(bundle, entrypoints, signatureText(signed, bundle, flags)));
  return EXIT.yes;
}

function signatureText(signed: boolean, bundle: Bundle, flags: InspectFlags): string {
  if (bundle.signature.verified) return `verified with key \`${bundle.signature.keyId ?? ''}\``;
  if (!signed) return 'unsigned';
  return flags.key === undefined ? 'signed, not verified: pass --key' : 'not verified';
}

function render(bundle: Bundle, entrypoints: readonly string[], signature: string): string {
  const rows: readonly (readonly [string, string])[] = [
    ['revision', bundle.revision === '' ? '(none)' : bundle.revision],
    ['digest', bundle.digest],
    ['signature', signature],
    ['roots', bundle.roots.map((root) => (root === '' ? '(everything)' : root)).join(', ')],
    ['entrypoints', entrypoints.join(', ')],
  ];
  const head = rows.map(([name, value]) => `${name.padEnd(12)}${value}\n`).join('');
  const list = bundle.files.map(
    ({ path, bytes, digest }) => `  ${digest} ${String(bytes).padStart(9)}  ${path}\n`,
  );
  return `${head}files\n${list.join('')}`;
}
