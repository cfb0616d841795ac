// SPDX-License-Identifier: Apache-2.0
// The thread in which commits run once appends come in numbers; see commit-thread.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { GovernanceError } from '../../../core/errors.js';
import { loadLibrary } from '../../sqlite/load-library.js';
import { sqliteCode } from '../../sqlite/sqlite-code.js';
import type { FromThread, ThreadData, ToThread } from './commit-messages.js';
import { setDurable } from './durable.js';
import { Writer } from './writer.js';

const { path, lockTimeout } = workerData as ThreadData;
const driver = (await loadLibrary()).open(path, { readOnly: false });
// Waiting for a lock stops nobody here.
driver.exec(`PRAGMA busy_timeout = ${lockTimeout}`);
setDurable(driver);
const writer = new Writer(driver);

function answer(message: FromThread): void {
  parentPort?.postMessage(message);
}

function toFailure(error: unknown): FromThread {
  if (error instanceof GovernanceError) return { fault: error.code };
  return { sqlite: sqliteCode(error) ?? 'unknown', message: String(error) };
}

parentPort?.on('message', (message: ToThread) => {
  if (message === 'close') {
    driver.close();
    parentPort?.close();
    return;
  }
  try {
    answer({ receipts: writer.commit(message.appends) });
  } catch (error) {
    answer(toFailure(error));
  }
});
answer('ready');
