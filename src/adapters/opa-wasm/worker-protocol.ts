// SPDX-License-Identifier: Apache-2.0
import type { ErrorCode } from '../../core/errors.js';
import type { WasmModule } from './web-assembly.js';

/** What a worker is started with. */
export interface WorkerStart {
  readonly module: WasmModule;
  readonly incremental: boolean;
  readonly dataText: string;
  readonly maxPages: number;
}

/** What a worker is told. Messages arrive in order, so a change of data holds for every evaluation sent after it. */
export type WorkerRequest =
  | { readonly kind: 'run'; readonly entrypoint: number; readonly text: string }
  | { readonly kind: 'set'; readonly path: readonly string[]; readonly valueText: string | undefined };

/** What a worker answers: `ready` once, before anything else, then one answer or fault for each `run`. */
export type WorkerAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly answer: string }
  | { readonly kind: 'fault'; readonly code: ErrorCode; readonly detail: string };
