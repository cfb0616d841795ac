// SPDX-License-Identifier: Apache-2.0
import { Option } from 'commander';
import { PROFILE_NAMES } from '../../advertised/profiles/profiles.js';
import { type ShowFlags, showCards } from '../card/show-cards.js';
import { type SignFlags, signCardFile } from '../card/sign-card-file.js';
import type { CliCommand } from '../command.js';

/** `parley card`: look at cards, and sign them. */
export const command: CliCommand = {
  declare(command, io, done) {
    command
      .argument('<file...>', 'agent cards, or MCP descriptions, as they were received')
      .option('--jwks <file>', 'pin the keys of a JWKS file (repeatable)', collect, [])
      .option('--require-signature', 'answer no where the signature is not verified')
      .option('--config <file>', 'configuration; default: parley.config.json where there is one')
      .addOption(new Option('--format <format>', 'output').choices(['text', 'json']).default('text'))
      .action(async (files: string[], flags: ShowFlags) => done(await showCards(files, flags, io)));
    command
      .command('sign')
      .description('write a signed copy of a card')
      .argument('<file>', 'the card')
      .requiredOption('--key <jwk>', 'file with the private JWK')
      .requiredOption('--kid <kid>', 'name of the key, by which verifiers find it')
      .addOption(
        new Option('--profile <name>', 'what is signed').choices([...PROFILE_NAMES]).default('a2a-1.0'),
      )
      .option('--alg <alg>', "JWS algorithm; default: by the key's kind")
      .option('--jku <url>', 'where the public key is published; a hint that verifiers may ignore')
      .option('--out <file>', 'write here instead of stdout')
      .action(async (file: string, flags: SignFlags) => done(await signCardFile(file, flags, io)));
  },
};

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
