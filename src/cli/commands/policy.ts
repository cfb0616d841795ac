// SPDX-License-Identifier: Apache-2.0
import { type Command, Option } from 'commander';
import type { CliCommand } from '../command.js';
import type { BenchFlags } from '../policy/bench.js';
import type { BuildFlags } from '../policy/build.js';
import type { CheckFlags } from '../policy/check.js';
import type { InspectFlags } from '../policy/inspect.js';
import type { SignBundleFlags } from '../policy/sign.js';
import { PACK } from '../policy/source.js';
import type { TestFlags } from '../policy/test.js';

/** `parley policy`: build, inspect, sign, check, test and time policy bundles. Each part loads when it is called. */
export const command: CliCommand = {
  declare(command, io, done) {
    withSource(
      command.command('build').description('build a folder of Rego to a bundle, signed where a key is given'),
    )
      .argument('<folder>', 'folder of Rego and data.json')
      .requiredOption('--out <path>', 'the bundle: a name in .tar.gz, or a folder')
      .option('--revision <text>', 'revision; it must grow from bundle to bundle (docs/bundles.md)')
      .option('--expires-in <seconds>', 'let the signature expire')
      .addOption(keyFile('sign with the private key or secret in this file'))
      .addOption(keyId())
      .addOption(algorithm())
      .addOption(scope())
      .addOption(format())
      .action(async (folder: string, flags: BuildFlags) =>
        done(await (await import('../policy/build.js')).buildPolicy(folder, flags, io)),
      );
    command
      .command('inspect')
      .description('show what a bundle is and whether an engine would load it')
      .argument('<bundle>', 'bundle.tar.gz or folder')
      .addOption(keyFile('verify with the public key or secret in this file'))
      .addOption(keyId())
      .addOption(algorithm())
      .addOption(scope())
      .addOption(format())
      .action(async (path: string, flags: InspectFlags) =>
        done(await (await import('../policy/inspect.js')).inspectBundle(path, flags, io)),
      );
    command
      .command('sign')
      .description('sign a bundle that was built elsewhere, as opa verifies it')
      .argument('<bundle>', 'bundle.tar.gz or folder')
      .requiredOption('--key <file>', 'the private key or secret')
      .requiredOption('--out <path>', 'the signed bundle: a name in .tar.gz, or a folder')
      .option('--expires-in <seconds>', 'let the signature expire')
      .addOption(keyId())
      .addOption(algorithm())
      .addOption(scope())
      .action(async (path: string, flags: SignBundleFlags) =>
        done(await (await import('../policy/sign.js')).signBundleFile(path, flags, io)),
      );
    withSource(command.command('check').description('find what is wrong or dangerous in a folder of Rego'))
      .argument('[folder]', 'folder of Rego and data.json; the default pack unless given')
      .option('--regal <file>', 'the regal program; looked for on PATH unless given')
      .addOption(
        new Option('--threshold <severity>', 'what counts as a no')
          .choices(['error', 'warning'])
          .default('error'),
      )
      .addOption(format())
      .action(async (folder: string | undefined, flags: CheckFlags) => {
        const { checkPolicy } = await import('../policy/check.js');
        const data = folder === undefined ? [PACK.data, ...flags.data] : flags.data;
        done(await checkPolicy(folder ?? PACK.source, { ...flags, data }, io));
      });
    withSource(
      command.command('test').description('run test cases on the module that ships, and on opa beside it'),
    )
      .argument('[cases...]', "files or folders of cases, JSON or YAML; the default pack's unless given")
      .option('--source <folder>', 'the Rego that the cases are about')
      .option('--bundle <path>', 'the bundle that ships; built from the source unless given')
      .option('--no-opa', 'do not ask opa eval beside the module')
      .option('--require-coverage', 'no unless every reason code was seen', false)
      .addOption(
        new Option('--format <format>', 'output').choices(['text', 'json', 'tap', 'junit']).default('text'),
      )
      .action(async (paths: readonly string[], flags: TestFlags) =>
        done(await (await import('../policy/test.js')).testPolicy(paths, flags, io)),
      );
    command
      .command('bench')
      .description('time a bundle: loading it, and deciding over the inputs of cases')
      .argument('[bundle]', "bundle.tar.gz or folder; the default pack's unless given")
      .option('--cases <path>', 'a file or folder of cases')
      .option('--seconds <seconds>', 'how long to measure', '2')
      .addOption(format())
      .action(async (path: string | undefined, flags: BenchFlags) =>
        done(await (await import('../policy/bench.js')).benchPolicy(path, flags, io)),
      );
  },
};

/** Options of everything that reads Rego and runs opa. */
function withSource(command: Command): Command {
  return command
    .option('--data <file>', 'more data, mounted at the root (repeatable)', collect, [])
    .option('-e, --entrypoint <path>', 'an entrypoint beside those METADATA names (repeatable)', collect, [])
    .option('--capabilities <file>', 'builtins that may be used', PACK.capabilities)
    .option('--opa <file>', 'the opa program; looked for on PATH unless given');
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

function keyFile(description: string): Option {
  return new Option('--key <file>', description);
}

function keyId(): Option {
  return new Option('--key-id <id>', 'id of the key').default('default');
}

function algorithm(): Option {
  return new Option('--alg <algorithm>', 'algorithm of the key').default('RS256');
}

function scope(): Option {
  return new Option('--scope <scope>', 'scope of the signature');
}

function format(): Option {
  return new Option('--format <format>', 'output').choices(['text', 'json']).default('text');
}
