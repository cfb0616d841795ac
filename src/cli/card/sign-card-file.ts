// SPDX-License-Identifier: Apache-2.0
import type { JsonWebKey } from 'node:crypto';
import type { ProfileName } from '../../advertised/profiles/profiles.js';
import { readCard } from '../../advertised/read-card.js';
import { signCard } from '../../advertised/signature/index.js';
import { fault, GovernanceError, quote } from '../../core/errors.js';
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

/**
 * Write a signed copy of a card to stdout, or to a file.
 * @throws GovernanceError CORE_FILE_UNREADABLE, CORE_FILE_UNWRITABLE, ADVERTISED_JSON_*, ADVERTISED_NOT_A_CARD and
 * what `signCard` throws
 */
export async function signCardFile(path: string, flags: SignFlags, io: CliIo): Promise<ExitCode> {
  const card = parseStrict(await readBytes(path));
  if (readCard(card).facts.protocol === 'mcp') {
    throw fault('ADVERTISED_SIGN_CARD_INVALID', {
      pointer: '',
      detail: 'an MCP description is never signed',
    });
  }
  const key = await readKey(flags.key);
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

async function readKey(path: string): Promise<JsonWebKey> {
  const bytes = await readBytes(path);
  try {
    return parseStrict(bytes) as JsonWebKey;
  } catch (error) {
    // No cause, and the code alone: the parser quotes what it stumbles over, and here that can be the key.
    const why = error instanceof GovernanceError ? error.code : 'unknown';
    throw fault('ADVERTISED_SIGN_KEY_INVALID', { detail: `${quote(path)} is no JWK (${why})` });
  }
}
