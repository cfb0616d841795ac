// SPDX-License-Identifier: Apache-2.0
import { Option } from 'commander';
import { fault, quote } from '../../core/errors.js';
import { parseStrict } from '../../core/json-strict/parse-strict.js';
import { parseRequest } from '../../core/request-parse.js';
import { parseTimestamp } from '../../core/time.js';
import { createDerivedIds } from '../../engine/identity.js';
import type { NegotiationAnswer, NegotiationDocument } from '../../engine/types.js';
import type { Outcome } from '../../negotiated/outcome.js';
import type { CliCommand } from '../command.js';
import { type CliIo, EXIT, type ExitCode } from '../io.js';
import { readBytes } from '../read-file.js';
import { type EngineFlags, openEngine } from '../setup/open-engine.js';
import { renderNegotiation } from '../text/negotiation.js';
import { createPaint } from '../text/paint.js';

interface Flags extends EngineFlags {
  readonly card: string;
  readonly request: string;
  readonly now?: string;
  readonly format: 'text' | 'json';
}

const EXITS: Readonly<Record<Outcome, ExitCode>> = {
  accepted: EXIT.yes,
  'accepted-with-constraints': EXIT.yes,
  rejected: EXIT.no,
  'review-required': EXIT.review,
};

/** `parley negotiate`: the whole walk over files. */
export const command: CliCommand = {
  declare(command, io, done) {
    command
      .requiredOption('--card <file>', "the provider's document, as it was received")
      .requiredOption('--request <file>', 'the negotiation request')
      .option('--jwks <file>', 'pin the keys of a JWKS file (repeatable)', collect, [])
      .option(
        '--policy <path>',
        'policy bundle (.tar.gz or folder) or wasm module; default: the pack that ships',
      )
      .option('--data <file>', "policy data; default: the bundle's own, which grants nothing")
      .option('--evidence <path>', 'evidence file, or :memory:; default: parley.evidence.sqlite')
      .option('--config <file>', 'configuration; default: parley.config.json where there is one')
      .option('--now <time>', 'decide as of this RFC 3339 time; default: the clock')
      .addOption(new Option('--format <format>', 'output').choices(['text', 'json']).default('text'))
      .action(async (flags: Flags) => done(await negotiate(flags, io)));
  },
};

async function negotiate(flags: Flags, io: CliIo): Promise<ExitCode> {
  const now = flags.now === undefined ? io.now() : readNow(flags.now);
  const card = await readBytes(flags.card);
  const request = parseRequest(parseStrict(await readBytes(flags.request)));
  const opened = await openEngine(flags, io, { now: () => now, ids: createDerivedIds() });
  try {
    const answer = toDocument(await opened.engine.negotiate({ card, request }));
    io.out(
      flags.format === 'json'
        ? `${JSON.stringify(answer, null, 2)}\n`
        : renderNegotiation(answer, createPaint(io.color)),
    );
    return EXITS[answer.outcome];
  } finally {
    await opened.close();
  }
}

/** The printable part of an answer, in the fixed order of design section 7; the state stays behind. */
function toDocument({
  outcome,
  layers,
  negotiation,
  receipt,
  record,
  evidence,
}: NegotiationAnswer): NegotiationDocument {
  return { outcome, layers, negotiation, receipt, record, evidence };
}

function readNow(text: string): number {
  const value = parseTimestamp(text);
  if (value === undefined) throw fault('CORE_USAGE', { detail: `--now ${quote(text)} is no RFC 3339 time` });
  return value;
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
