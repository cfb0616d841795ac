// SPDX-License-Identifier: Apache-2.0

/** Runs entrypoints of one module over one data document; where it runs is its own affair. */
export interface Evaluator {
  /**
   * The raw answer to input text made by `writeJson`. `begin` is called once the data that it is evaluated over
   * is settled: a change before that counts for it, a change after that does not.
   * @throws AuthorizedError, or rejects with it: AUTHORIZED_POLICY_*
   */
  run(entrypoint: number, text: string, begin?: () => void): string | Promise<string>;
  /** Set (or with `undefined` remove) a value in the data; evaluations that start afterwards see it. */
  setPath(path: readonly string[], valueText: string | undefined): void;
  close(): void | Promise<void>;
}
