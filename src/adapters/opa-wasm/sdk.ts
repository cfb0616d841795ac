// SPDX-License-Identifier: Apache-2.0
import { createRequire } from 'node:module';
import type { WasmMemory, WasmModule } from './web-assembly.js';

/** What an instance of the SDK exposes and this adapter reads; its own types do not describe it. */
export interface SdkInstance {
  /** Address of the parsed data document. */
  dataAddr: number;
  /** Where evaluations may write: everything below is data. */
  dataHeapPtr: number;
  readonly mem: WasmMemory;
  readonly minorVersion: number;
  readonly wasmInstance: { readonly exports: OpaExports };
  readonly entrypoints: Readonly<Record<string, number>>;
  setData(data: ArrayBuffer): void;
}

/** The functions that every module of `opa build -t wasm` exports and that are called here. */
export interface OpaExports {
  opa_eval(
    reserved: number,
    entrypoint: number,
    data: number,
    input: number,
    inputLength: number,
    heap: number,
    format: number,
  ): number;
  opa_malloc(size: number): number;
  opa_free(address: number): void;
  opa_json_dump(value: number): number;
  builtins(): number;
  opa_json_parse(address: number, length: number): number;
  opa_heap_ptr_get(): number;
  opa_heap_ptr_set(address: number): void;
  opa_value_add_path(base: number, path: number, value: number): number;
  opa_value_remove_path(base: number, path: number): number;
  opa_value_free(address: number): void;
  opa_heap_blocks_stash(): void;
  opa_heap_blocks_restore(): void;
  opa_heap_stash_clear(): void;
}

/** A builtin as the SDK calls it. */
export type SdkBuiltin = (...args: unknown[]) => unknown;

interface Sdk {
  loadPolicySync(
    module: WasmModule,
    memory: { initial: number; maximum: number },
    builtins: Readonly<Record<string, SdkBuiltin>>,
  ): SdkInstance;
}

// The one place that touches the SDK. `require`, because the ESM build exports no `loadPolicySync`, and a broken
// instance must be replaced at once rather than by an answer that comes later.
const sdk: Sdk = createRequire(import.meta.url)('@open-policy-agent/opa-wasm');

/** A new instance of a compiled module in memory of its own. Throws whatever the SDK throws, strings included. */
export function instantiate(
  module: WasmModule,
  pages: { readonly initial: number; readonly maximum: number },
  builtins: ReadonlyMap<string, SdkBuiltin>,
): SdkInstance {
  // Null prototype: the SDK looks builtins up by a name that comes from the module.
  const table: Record<string, SdkBuiltin> = Object.assign(Object.create(null), Object.fromEntries(builtins));
  return sdk.loadPolicySync(module, { initial: pages.initial, maximum: pages.maximum }, table);
}
