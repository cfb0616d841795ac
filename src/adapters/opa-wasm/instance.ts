// SPDX-License-Identifier: Apache-2.0
import { fault } from '../../core/errors.js';
import { PAGE, RESULT_BYTES } from './limits.js';
import type { Pages } from './memory-pages.js';
import type { OpaExports, SdkInstance } from './sdk.js';

// Pages that an instance may have grown by before it is replaced: memory of WebAssembly never shrinks.
const RETIRE_PAGES = 128;

/**
 * One instance of a policy with its data loaded. Any throw out of it means that it must be thrown away: its stack
 * or its data may be damaged, and after 511 aborts it fails on every call (measured).
 */
export class PolicyInstance {
  readonly #sdk: SdkInstance;
  readonly #exports: OpaExports;
  readonly #pages: Pages;
  #view: Buffer;

  /**
   * Take over a new instance and load its data. Only ever a new one: a failed load leaves the old data's address
   * pointing into what overwrote it, and a rule that reads it silently loses its answer.
   */
  constructor(sdk: SdkInstance, dataText: string, pages: Pages, incremental: boolean) {
    this.#sdk = sdk;
    this.#exports = sdk.wasmInstance.exports;
    this.#pages = pages;
    // Bytes we wrote ourselves: the parser takes broken JSON without complaint. A copy, not a view of a pool.
    sdk.setData(new Uint8Array(Buffer.from(dataText)).buffer);
    if (incremental) this.#exports.opa_heap_blocks_stash();
    this.#view = Buffer.from(sdk.mem.buffer);
  }

  /** Evaluate an entrypoint over input text that {@link writeJson} made; the answer is JSON, not yet believed. */
  evaluate(entrypoint: number, text: string): string {
    const sdk = this.#sdk;
    const start = sdk.dataHeapPtr;
    if (start + text.length * 3 > this.#view.length) this.#reserve(text.length * 3);
    const length = this.#view.write(text, start);
    const answer = this.#exports.opa_eval(0, entrypoint, sdk.dataAddr, start, length, start + length, 0);
    if (this.#view.buffer !== sdk.mem.buffer) this.#view = Buffer.from(sdk.mem.buffer);
    const end = this.#view.indexOf(0, answer);
    if (end < answer || end - answer > RESULT_BYTES)
      throw fault('AUTHORIZED_POLICY_RESULT', { detail: 'the answer has no end' });
    return this.#view.toString('utf8', answer, end);
  }

  /** Whether the instance has grown so much that a new one is the better one. */
  get worn(): boolean {
    return this.#view.length > (this.#pages.initial + RETIRE_PAGES) * PAGE;
  }

  /**
   * Set, or with `undefined` remove, one value of the data in place (ABI 1.3). The blocks that earlier data gave
   * back are kept for the next change, or each one would leak (OPA #5785).
   * @returns whether the module did it; where not, the instance must be replaced
   */
  setPath(pathText: string, valueText: string | undefined): boolean {
    const { opa_heap_ptr_set, opa_heap_blocks_restore, opa_value_free, opa_heap_blocks_stash } =
      this.#exports;
    opa_heap_ptr_set(this.#sdk.dataHeapPtr);
    opa_heap_blocks_restore();
    const value = valueText === undefined ? undefined : this.#parse(valueText);
    const path = this.#parse(pathText);
    const code =
      value === undefined
        ? this.#exports.opa_value_remove_path(this.#sdk.dataAddr, path)
        : this.#exports.opa_value_add_path(this.#sdk.dataAddr, path, value);
    opa_value_free(path);
    opa_heap_blocks_stash();
    this.#sdk.dataHeapPtr = this.#exports.opa_heap_ptr_get();
    this.#view = Buffer.from(this.#sdk.mem.buffer);
    return code === 0;
  }

  #parse(text: string): number {
    const bytes = Buffer.from(text);
    const address = this.#exports.opa_malloc(bytes.length);
    new Uint8Array(this.#sdk.mem.buffer).set(bytes, address);
    const parsed = this.#exports.opa_json_parse(address, bytes.length);
    this.#exports.opa_free(address);
    if (parsed === 0) throw fault('AUTHORIZED_POLICY_DATA', { detail: 'the module cannot parse it' });
    return parsed;
  }

  // Memory grown from outside is memory that the module's allocator does not know of; it would grow it again.
  #reserve(bytes: number): void {
    this.#exports.opa_heap_ptr_set(this.#sdk.dataHeapPtr);
    this.#exports.opa_malloc(bytes);
    this.#view = Buffer.from(this.#sdk.mem.buffer);
  }
}
