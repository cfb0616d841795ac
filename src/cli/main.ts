#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
import { processIo } from './process-io.js';
import { report, run } from './run.js';

const io = processIo();
// What nobody waited for ends like every other error: one line, and no stack trace.
process.on('uncaughtException', (error) => process.exit(report(error, io)));
process.exitCode = await run(process.argv.slice(2), io);
