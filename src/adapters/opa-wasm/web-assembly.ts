// SPDX-License-Identifier: Apache-2.0

declare const moduleBrand: unique symbol;

/** A compiled module. */
export interface WasmModule {
  readonly [moduleBrand]: true;
}

/** Linear memory; `buffer` is another one after each growth. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

/** One import or export of a module. */
export interface WasmEntry {
  readonly name: string;
  readonly kind: string;
}

interface WebAssemblyApi {
  readonly Module: {
    new (bytes: Uint8Array): WasmModule;
    imports(module: WasmModule): readonly (WasmEntry & { readonly module: string })[];
    exports(module: WasmModule): readonly WasmEntry[];
  };
  readonly LinkError: new (message?: string) => Error;
}

// TypeScript declares WebAssembly only together with the whole of a browser; this is what is used of it.
const { WebAssembly }: { WebAssembly: WebAssemblyApi } = globalThis as unknown as {
  WebAssembly: WebAssemblyApi;
};

/** The constructors of WebAssembly that are used here. */
export const webAssembly: WebAssemblyApi = WebAssembly;
