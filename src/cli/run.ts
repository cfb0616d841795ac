// SPDX-License-Identifier: Apache-2.0
import { Command, CommanderError } from 'commander';
import { fault, GovernanceError, oneLine } from '../core/errors.js';
import { COMMANDS } from './commands.js';
import { type CliIo, EXIT, type ExitCode } from './io.js';

/**
 * Run one command line and give its exit code. Every error ends here as one line on stderr (code, pointer, what
 * happened, what to do) with exit code 2: no stack trace reaches a user.
 */
export async function run(args: readonly string[], io: CliIo): Promise<ExitCode> {
  let code: ExitCode = EXIT.yes;
  try {
    const program = await buildProgram(args, io, (exit) => {
      code = exit;
    });
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    return report(error, io);
  }
}

async function buildProgram(
  args: readonly string[],
  io: CliIo,
  done: (code: ExitCode) => void,
): Promise<Command> {
  const program = quiet(new Command('parley'), io)
    .description('Decide whether a requester may use a capability an agent advertises, and keep the proof.')
    .version(VERSION, '--version', 'print the version')
    .showHelpAfterError(false)
    // Commander adds it by itself only to a program without an action.
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText(
      'after',
      '\nExit codes: 0 yes, 1 no, 2 no answer (usage, unreadable input, fault), 3 review required.',
    );
  const wanted = args.find((arg) => !arg.startsWith('-'));
  for (const row of COMMANDS) {
    const command = quiet(program.command(row.name), io).description(row.summary);
    if (row.name === wanted || (wanted === 'help' && args.includes(row.name))) {
      (await row.load()).command.declare(command, io, done);
      for (const sub of command.commands) quiet(sub, io);
    }
  }
  program.allowExcessArguments(true).action(() => {
    if (args.length > 0)
      throw fault('CORE_USAGE', { detail: `unknown command \`${oneLine(String(args[0]))}\`` });
    io.out(program.helpInformation());
    done(EXIT.noAnswer);
  });
  return program;
}

function quiet(command: Command, io: CliIo): Command {
  return command
    .exitOverride()
    .allowExcessArguments(false)
    .configureOutput({ writeOut: (text) => io.out(text), writeErr: () => {}, outputError: () => {} });
}

/** Say an error in one line on stderr; gives the exit code for it. */
export function report(error: unknown, io: CliIo): ExitCode {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.yes;
    const isHelp = error.code === 'commander.help';
    const detail = isHelp ? 'a command is missing' : oneLine(error.message.replace(/^error: /, ''));
    io.err(`${fault('CORE_USAGE', { detail }).toLine()}\n`);
    return EXIT.noAnswer;
  }
  const known =
    error instanceof GovernanceError
      ? error
      : fault('CORE_ENGINE_FAULT', { cause: error, detail: String(error) });
  io.err(`${known.toLine()}\n`);
  return EXIT.noAnswer;
}

const VERSION = '0.1.0';
