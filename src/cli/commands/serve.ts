// SPDX-License-Identifier: Apache-2.0
import { fault } from '../../core/errors.js';
import { member } from '../../core/json.js';
import { parseStrict } from '../../core/json-strict/parse-strict.js';
import { readServerConfig, type ServerConfig } from '../../server/config.js';
import { startServer } from '../../server/start.js';
import type { CliCommand } from '../command.js';
import { type CliIo, EXIT, type ExitCode } from '../io.js';
import { readBytes } from '../read-file.js';
import type { Config } from '../setup/config.js';
import { createLogger } from '../setup/logger.js';
import { type EngineFlags, openEngine } from '../setup/open-engine.js';
import { serverStatus } from '../setup/server-status.js';

interface Flags extends EngineFlags {
  readonly host?: string;
  readonly port?: string;
  readonly tokens?: string;
}

/** `parley serve`: negotiations, evidence and host events over HTTP. */
export const command: CliCommand = {
  declare(command, io, done) {
    command
      .option('--host <address>', 'address to listen on; default: 127.0.0.1')
      .option('--port <number>', 'port to listen on, 0 for a free one; default: 8470')
      .option('--tokens <file>', 'hashed bearer tokens, as in the configuration: {"tokens": [..]}')
      .option('--jwks <file>', 'pin the keys of a JWKS file (repeatable)', collect, [])
      .option('--policy <path>', 'policy bundle or wasm module; default: the pack that ships')
      .option('--data <file>', "policy data; default: the bundle's own, which grants nothing")
      .option('--evidence <path>', 'evidence file, or :memory:; default: parley.evidence.sqlite')
      .option('--config <file>', 'configuration; default: parley.config.json where there is one')
      .action(async (flags: Flags) => done(await serve(flags, io)));
  },
};

async function serve(flags: Flags, io: CliIo): Promise<ExitCode> {
  const opened = await openEngine(flags, io, { watch: true });
  try {
    const { engine } = opened;
    const config = await readConfig(flags, opened.config);
    const protocols = opened.config.protocols ?? {};
    const status = () => serverStatus(opened);
    const server = await startServer({ engine, config, protocols, logger: createLogger(io), status });
    io.out(`listening on ${server.url}\n`);
    await untilStopped();
    await server.stop();
    return EXIT.yes;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'EADDRINUSE' && code !== 'EACCES' && code !== 'EADDRNOTAVAIL') throw error;
    throw fault('OPENWOP_ADDRESS_UNAVAILABLE', { detail: code, cause: error });
  } finally {
    await opened.close();
  }
}

/** The configuration's part for the server; flags win. */
async function readConfig(flags: Flags, { server = {} }: Config): Promise<ServerConfig> {
  const { host, port, tokens } = flags;
  const listed = tokens === undefined ? undefined : member(parseStrict(await readBytes(tokens)), 'tokens');
  const merged = readServerConfig({
    ...server,
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port: readPort(port) }),
    ...(tokens !== undefined && { tokens: listed ?? null }),
  });
  if (merged.tokens.length === 0) {
    throw fault('CORE_CONFIG_INVALID', { pointer: '/server/tokens', detail: 'nobody could call the server' });
  }
  return merged;
}

function readPort(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw fault('CORE_USAGE', { detail: '--port needs a number from 0 to 65535' });
  return Number(text);
}

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      process.off('SIGTERM', stop);
      process.off('SIGINT', stop);
      resolve();
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
