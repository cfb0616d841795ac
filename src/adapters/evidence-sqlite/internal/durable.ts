// SPDX-License-Identifier: Apache-2.0
import type { Driver } from '../../sqlite/driver.js';

/** Make a connection's commits outlive a power cut, not only the process. */
export function setDurable(driver: Driver): void {
  // A negotiation leaves several kilobytes: large pages halve the writes of a commit. Only a new file takes it.
  driver.exec('PRAGMA page_size = 16384; PRAGMA journal_mode = WAL');
  // EXTRA is FULL in WAL mode, and holds where another process has just left WAL mode; fullfsync is for macOS.
  driver.exec('PRAGMA synchronous = EXTRA; PRAGMA fullfsync = ON; PRAGMA foreign_keys = ON');
}
