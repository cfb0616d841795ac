// SPDX-License-Identifier: Apache-2.0
import { type Digest, digestBytes } from '../../core/digest.js';
import { fault, quote } from '../../core/errors.js';
import { type WasmModule, webAssembly } from './web-assembly.js';

/** A compiled policy and the bytes it was compiled from. */
export interface PolicyModule {
  readonly module: WasmModule;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly digest: Digest;
  /** Whether data can be changed in place (ABI 1.3). */
  readonly incremental: boolean;
}

// What `opa build` imports, and nothing beside it: no clock, no network, no printing, no memory of somebody else.
const IMPORTS: ReadonlyMap<string, string> = new Map([
  ['memory', 'memory'],
  ['opa_abort', 'function'],
  ['opa_builtin0', 'function'],
  ['opa_builtin1', 'function'],
  ['opa_builtin2', 'function'],
  ['opa_builtin3', 'function'],
  ['opa_builtin4', 'function'],
]);

// What is called here and by the SDK. Without the version globals the SDK writes to stderr and goes on.
const EXPORTS = [
  'opa_wasm_abi_version',
  'opa_wasm_abi_minor_version',
  'opa_eval',
  'opa_malloc',
  'opa_free',
  'opa_json_parse',
  'opa_json_dump',
  'opa_heap_ptr_get',
  'opa_heap_ptr_set',
  'builtins',
  'entrypoints',
];

const INCREMENTAL = [
  'opa_value_add_path',
  'opa_value_remove_path',
  'opa_value_free',
  'opa_heap_blocks_stash',
  'opa_heap_blocks_restore',
  'opa_heap_stash_clear',
];

/**
 * Compile the bytes of a policy and check what the module asks for and offers. The bytes are copied first, so
 * nobody changes them afterwards.
 * @throws AuthorizedError AUTHORIZED_POLICY_MODULE, AUTHORIZED_POLICY_IMPORT
 */
export function compileModule(wasm: Uint8Array): PolicyModule {
  const bytes = Uint8Array.from(wasm);
  let module: WasmModule;
  try {
    module = new webAssembly.Module(bytes);
  } catch (cause) {
    throw fault('AUTHORIZED_POLICY_MODULE', { cause, detail: 'it is no WebAssembly' });
  }
  for (const entry of webAssembly.Module.imports(module)) {
    if (entry.module === 'env' && IMPORTS.get(entry.name) === entry.kind) continue;
    throw fault('AUTHORIZED_POLICY_IMPORT', { detail: `${quote(`${entry.module}.${entry.name}`)}` });
  }
  const offered = new Set(webAssembly.Module.exports(module).map((entry) => entry.name));
  const missing = EXPORTS.find((name) => !offered.has(name));
  if (missing !== undefined)
    throw fault('AUTHORIZED_POLICY_MODULE', { detail: `it exports no \`${missing}\`` });
  return {
    module,
    bytes,
    digest: digestBytes(bytes),
    incremental: INCREMENTAL.every((name) => offered.has(name)),
  };
}
