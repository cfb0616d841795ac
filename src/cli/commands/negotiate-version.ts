// SPDX-License-Identifier: Apache-2.0
import { type Command, Option } from 'commander';
import { fault, quote } from '../../core/errors.js';
import { parseTimestamp, toTimestamp } from '../../core/time.js';
import { buildNegotiationDecided } from '../../openwop/build-negotiation-decided.js';
import { decideVersion } from '../../openwop/decide-version.js';
import type { InteropProtocol } from '../../openwop/types.js';
import { parseVersion } from '../../openwop/version-grammar.js';
import type { CliCommand } from '../command.js';
import { type CliIo, EXIT, type ExitCode } from '../io.js';

interface Options {
  readonly protocol: InteropProtocol;
  readonly offered: readonly string[];
  readonly preferred: string;
  readonly floor: string;
  readonly named?: string;
  readonly peer?: readonly string[];
  readonly unauthenticated?: boolean;
  readonly peerOrigin?: string;
  readonly now?: string;
  readonly format: 'text' | 'json';
}

/** `parley negotiate-version`: one version decision and the payload of its record. */
export const command: CliCommand = {
  declare(command: Command, io: CliIo, done: (code: ExitCode) => void): void {
    command
      .addOption(
        new Option('--protocol <name>', 'the protocol').choices(['a2a', 'mcp']).makeOptionMandatory(),
      )
      .requiredOption('--offered <versions>', 'what this side offers, separated by commas', list)
      .requiredOption('--preferred <version>', 'what this side speaks where nothing is named')
      .requiredOption('--floor <version>', 'the lowest version that this side ever speaks')
      .option('--named <version>', 'what the requesting side named')
      .option('--peer <versions>', 'what the other side offers, separated by commas', list)
      .option('--unauthenticated', 'the exchange is not authenticated')
      .option('--peer-origin <url>', 'the peer; only the digest of its origin is printed')
      .option('--now <time>', 'the time of the decision, RFC 3339; default: now')
      .addOption(new Option('--format <format>', 'both print JSON').choices(['text', 'json']).default('text'))
      .action((options: Options) => done(run(options, io)));
  },
};

function run(options: Options, io: CliIo): ExitCode {
  const { protocol, offered, preferred, floor, named, peer, peerOrigin } = options;
  refuseMalformed(options);
  const decision = decideVersion({
    protocol,
    offered,
    preferred,
    floor,
    authenticated: options.unauthenticated !== true,
    ...(named === undefined ? {} : { named }),
    ...(peer === undefined ? {} : { peer }),
  });
  const at = toTimestamp(timeOf(options.now, io));
  const payload = buildNegotiationDecided({ protocol, decision, floor, peerOrigin, at });
  io.out(`${JSON.stringify(payload, null, options.format === 'text' ? 2 : 0)}\n`);
  return decision.outcome === 'accepted' ? EXIT.yes : EXIT.no;
}

function refuseMalformed({ protocol, named, peer = [] }: Options): void {
  const check = (text: string, at: string): void => {
    if (parseVersion(protocol, text) === undefined) {
      throw fault('OPENWOP_VERSION_MALFORMED', { pointer: at, detail: quote(text) });
    }
  };
  if (named !== undefined) check(named, '/named');
  for (const [index, text] of peer.entries()) check(text, `/peer/${index}`);
}

function timeOf(text: string | undefined, io: CliIo): number {
  if (text === undefined) return io.now();
  const time = parseTimestamp(text);
  if (time === undefined) throw fault('CORE_USAGE', { detail: `--now is no RFC 3339 time: ${quote(text)}` });
  return time;
}

function list(text: string): readonly string[] {
  return text.split(',');
}
