// SPDX-License-Identifier: Apache-2.0
import { fault } from '../../core/errors.js';
import type { Evaluator } from './evaluator.js';
import { PolicyInstance } from './instance.js';
import { instantiateIn } from './instantiate-in.js';
import { pagesFor } from './memory-pages.js';
import type { PolicyModule } from './policy-module.js';
import type { SdkBuiltin } from './sdk.js';
import { translateThrow } from './translate-throw.js';

/** What an evaluator is made from. `dataText` is asked for anew whenever an instance is. */
export interface EvaluatorParts {
  readonly module: PolicyModule;
  readonly builtins: ReadonlyMap<string, SdkBuiltin>;
  readonly maxPages: number;
  dataText(): string;
}

/** Evaluates in this thread. One instance suffices: an evaluation is synchronous, so none ever interleaves. */
export class InlineEvaluator implements Evaluator {
  readonly #parts: EvaluatorParts;
  #instance: PolicyInstance | undefined;
  #busy = false;

  /** @throws AuthorizedError AUTHORIZED_POLICY_MEMORY, AUTHORIZED_POLICY_MODULE, AUTHORIZED_POLICY_DATA */
  constructor(parts: EvaluatorParts) {
    this.#parts = parts;
    this.#instance = build(parts);
  }

  run(entrypoint: number, text: string): string {
    // Only a builtin can get here in the middle of an evaluation, and a second one on the same heap destroys it.
    if (this.#busy) throw fault('AUTHORIZED_POLICY_REENTRY');
    this.#busy = true;
    try {
      this.#instance ??= build(this.#parts);
      const answer = this.#instance.evaluate(entrypoint, text);
      if (this.#instance.worn) this.#instance = undefined;
      return answer;
    } catch (thrown) {
      this.#instance = undefined;
      throw translateThrow(thrown);
    } finally {
      this.#busy = false;
    }
  }

  setPath(path: readonly string[], valueText: string | undefined): void {
    if (this.#busy) throw fault('AUTHORIZED_POLICY_REENTRY');
    const instance = this.#instance;
    this.#instance = undefined;
    if (instance !== undefined && this.#parts.module.incremental && changed(instance, path, valueText))
      this.#instance = instance;
    // At once, so that data which does not fit is refused here and not by every decision from now on.
    else this.#instance = build(this.#parts);
  }

  close(): void {
    this.#instance = undefined;
  }
}

// Whatever goes wrong, the instance is thrown away and a new one reads the whole document.
function changed(instance: PolicyInstance, path: readonly string[], valueText: string | undefined): boolean {
  try {
    return instance.setPath(JSON.stringify(path), valueText) && !instance.worn;
  } catch {
    return false;
  }
}

/** A new instance with the data loaded, or an error that says which of the two failed. */
export function build(parts: EvaluatorParts): PolicyInstance {
  const text = parts.dataText();
  const pages = pagesFor(text, parts.maxPages);
  const sdk = instantiateIn(parts.module, parts.builtins, pages, parts.maxPages);
  try {
    return new PolicyInstance(sdk, text, pages, parts.module.incremental);
  } catch (thrown) {
    throw translateThrow(thrown, 'AUTHORIZED_POLICY_DATA');
  }
}
