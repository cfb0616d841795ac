// SPDX-License-Identifier: Apache-2.0
import type { Layer } from '../layers.js';

/** Which part a code belongs to: a layer, or what stands around the layers. */
export type ErrorLayer = Layer | 'core' | 'tsmm' | 'openwop';

/** One row of the table. Messages are lower case, without a full stop; `action` says what to do. */
export interface ErrorEntry {
  readonly layer: ErrorLayer;
  readonly message: string;
  readonly action: string;
  /** Whether the same call may succeed later without a change. */
  readonly retryable?: boolean;
}

/** Make a table of one layer; the names of its rows stay literal types. */
export function codes<Name extends string>(
  layer: ErrorLayer,
  rows: Readonly<Record<Name, Omit<ErrorEntry, 'layer'>>>,
): Readonly<Record<Name, ErrorEntry>> {
  const table = {} as Record<Name, ErrorEntry>;
  for (const name of Object.keys(rows) as Name[]) table[name] = { layer, ...rows[name] };
  return table;
}
