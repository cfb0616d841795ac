// SPDX-License-Identifier: Apache-2.0
import { advertise } from '../../advertised/advertise.js';
import { absentField } from '../../advertised/required-fields.js';
import { createSignatureJudge } from '../../advertised/signature/index.js';
import type { AdvertisedCapability } from '../../advertised/types.js';
import { GovernanceError, oneLine } from '../../core/errors.js';
import { parseStrict } from '../../core/json-strict/parse-strict.js';
import { createIssuer } from '../../core/state.js';
import type { TrustPort } from '../../core/trust.js';
import { type CliIo, EXIT, type ExitCode } from '../io.js';
import { readBytes } from '../read-file.js';
import { loadConfig } from '../setup/config.js';
import { openTrust } from '../setup/open-trust.js';
import { createPaint } from '../text/paint.js';
import { type CardDescription, describeCard } from './describe-card.js';
import { renderCard } from './render-card.js';

/** Flags of `parley card`. */
export interface ShowFlags {
  readonly jwks: readonly string[];
  readonly config?: string;
  readonly requireSignature?: boolean;
  readonly format: 'text' | 'json';
}

/** One of several cards: a list that leaves out the unreadable ones has to say which is which. */
type NamedDescription = { readonly file: string } & CardDescription;

/**
 * Read, verify and show cards. Exit 0: each is readable, and verified or unsigned (or untrusted, where no signature is
 * required); 1: a signature is invalid or a required one is missing; 2: a card is unreadable.
 */
export async function showCards(paths: readonly string[], flags: ShowFlags, io: CliIo): Promise<ExitCode> {
  const { path: configPath, config } = await loadConfig(flags.config);
  // Judged even where no key is pinned: what is malformed or forbidden is invalid whoever signed it.
  const trust = await openTrust(flags.jwks, { ...config, trust: config.trust ?? {} }, configPath);
  const required = flags.requireSignature ?? trust?.requireSignature ?? false;
  const several = paths.length > 1;
  const shown: (CardDescription | NamedDescription)[] = [];
  let exit: ExitCode = EXIT.yes;
  for (const path of paths) {
    try {
      const card = await readCard(path, trust, config.requiredFields ?? [], io.now());
      const { status } = card.signature;
      if (exit === EXIT.yes && (status === 'invalid' || (required && status !== 'verified'))) exit = EXIT.no;
      const description = describeCard(card);
      shown.push(several ? { file: path, ...description } : description);
      if (flags.format === 'text') io.out(renderCard(path, description, createPaint(io.color)));
    } catch (error) {
      if (!(error instanceof GovernanceError) || !several) throw error;
      // One unreadable card does not hide the others; the worst answer is the answer.
      io.err(`${oneLine(path)}: ${error.toLine()}\n`);
      exit = EXIT.noAnswer;
    }
  }
  if (flags.format === 'json') io.out(`${JSON.stringify(several ? shown : shown[0], null, 2)}\n`);
  return exit;
}

async function readCard(
  path: string,
  trust: TrustPort | undefined,
  requiredFields: readonly string[],
  now: number,
): Promise<AdvertisedCapability> {
  const bytes = await readBytes(path);
  const emitted = parseStrict(bytes);
  // A card that is refused for a field it lacks makes nobody fetch a key.
  if (absentField(emitted, requiredFields) === undefined) await trust?.prepare(emitted);
  const judge = trust === undefined ? {} : { judge: createSignatureJudge(trust) };
  return advertise(bytes, { issuer: createIssuer(), now, requiredFields, ...judge }, { emitted });
}
