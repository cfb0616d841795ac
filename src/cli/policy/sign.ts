// SPDX-License-Identifier: Apache-2.0
import { openBundle, readBundleFiles } from '../../adapters/bundle/index.js';
import type { CliIo } from '../io.js';
import { EXIT, type ExitCode } from '../io.js';
import { type SignFlags, signWith, writeBundle } from './write-bundle.js';

/** Flags of `parley policy sign`. */
export interface SignBundleFlags extends SignFlags {
  readonly key: string;
  readonly out: string;
}

/** Sign a bundle that was built elsewhere; an earlier signature is replaced. */
export async function signBundleFile(path: string, flags: SignBundleFlags, io: CliIo): Promise<ExitCode> {
  const files = await openBundle(path);
  // What would be refused when it is loaded is not signed.
  const { revision } = await readBundleFiles(files, { verification: 'skip' });
  const signed = await signWith(files, flags, io);
  await writeBundle(flags.out, signed);
  io.out(`${flags.out}: revision \`${revision}\`, signed with key \`${flags.keyId}\`\n`);
  return EXIT.yes;
}
