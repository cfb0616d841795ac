// SPDX-License-Identifier: Apache-2.0
import type { ErrorCode } from '../../../core/errors.js';
import type { AppendReceipt } from '../../../evidenced/types.js';
import type { PendingAppend } from './writer.js';

/** What a commit thread is started with. */
export interface ThreadData {
  readonly path: string;
  readonly lockTimeout: number;
}

/** To the thread: appends to commit, or the wish that it end. */
export type ToThread = { readonly appends: readonly PendingAppend[] } | 'close';

/** From the thread: that it is ready, what it committed, or why it committed nothing. */
export type FromThread =
  | 'ready'
  | { readonly receipts: readonly AppendReceipt[] }
  | { readonly fault: ErrorCode }
  | { readonly sqlite: string; readonly message: string };
