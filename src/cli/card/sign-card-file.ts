// SPDX-License-Identifier: Apache-2.0
import type { JsonWebKey } from 'node:crypto';
import type { ProfileName } from '../../advertised/profiles/profiles.js';
import { signCard } from '../../advertised/signature/index.js';
import { parseStrict } from '../../core/json-strict/parse-strict.js';
import { type CliIo, EXIT, type ExitCode } from '../io.js';
import { readBytes } from '../read-file.js';
import { writeFile } from '../write-file.js';

/** Flags of `parley card sign`. */
export interface SignFlags {
  readonly key: string;
  readonly kid: string;
  readonly profile: ProfileName;
  readonly alg?: string;
  readonly jku?: string;
  readonly out?: string;
}

/** Write a signed copy of a card to stdout, or to a file. */
export async function signCardFile(path: string, flags: SignFlags, io: CliIo): Promise<ExitCode> {
  const card = parseStrict(await readBytes(path));
  const key = parseStrict(await readBytes(flags.key)) as JsonWebKey;
  const { kid, profile, alg, jku } = flags;
  const signed = signCard(card, {
    key,
    kid,
    profile,
    ...(alg !== undefined && { alg }),
    ...(jku !== undefined && { jku }),
  });
  const text = `${JSON.stringify(signed, null, 2)}\n`;
  if (flags.out === undefined) io.out(text);
  else await writeFile(flags.out, text);
  return EXIT.yes;
}
