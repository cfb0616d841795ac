// SPDX-License-Identifier: Apache-2.0
import type { JsonWebKey } from 'node:crypto';
import { differenceOf } from '../../advertised/attest/difference-of.js';
import { type ProfileName, payloadUnder } from '../../advertised/profiles/profiles.js';
import { readCard } from '../../advertised/read-card.js';
import { signCard } from '../../advertised/signature/index.js';
import { fault, GovernanceError, oneLine, quote } from '../../core/errors.js';
import type { JsonObject } from '../../core/json.js';
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
  tellUncovered(path, card, profile, io);
  const text = `${JSON.stringify(signed, null, 2)}\n`;
  if (flags.out === undefined) io.out(text);
  else await writeFile(flags.out, text);
  return EXIT.yes;
}

// What a profile drops is easily taken for signed; the url of a 0.3 card under `a2a-1.0`, say.
function tellUncovered(path: string, card: JsonObject, profile: ProfileName, io: CliIo): void {
  const { pointers } = differenceOf(card, payloadUnder(profile, card).value);
  if (pointers.length === 0) return;
  const more = pointers.length > MOST_NAMED ? ` and ${pointers.length - MOST_NAMED} more` : '';
  const named = pointers.slice(0, MOST_NAMED).map(quote).join(', ');
  io.err(`${oneLine(path)}: the signature does not cover ${named}${more}; ${profile} leaves that out\n`);
}

const MOST_NAMED = 8;

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
