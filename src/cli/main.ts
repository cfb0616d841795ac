#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
import { processIo } from './process-io.js';
import { run } from './run.js';

process.exitCode = await run(process.argv.slice(2), processIo());
