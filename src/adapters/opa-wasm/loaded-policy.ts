// SPDX-License-Identifier: Apache-2.0
import { fault, quote } from '../../core/errors.js';
import type { Json, JsonObject } from '../../core/json.js';
import type {
  PolicyIdentity,
  PolicyInput,
  PolicyVerdict,
  RegistryFinding,
  RegistryPolicyInput,
} from '../../core/policy.js';
import type { Evaluator } from './evaluator.js';
import { INPUT_LIMITS } from './limits.js';
import { dataText, type PolicyData, readPath } from './policy-data.js';
import type { PolicyModule } from './policy-module.js';
import { readDecision } from './read-decision.js';
import { readFindings } from './read-findings.js';
import { canonicalValue, readResult } from './read-result.js';
import { translateInput, translateThrow } from './translate-throw.js';
import type { Policy, PolicyBlobs, PolicyDataPort } from './types.js';
import { faultVerdict, verdictOf } from './verdict.js';
import { writeInput } from './write-input.js';
import { writeJson } from './write-json.js';

/** What a loaded policy is made of. */
export interface LoadedParts {
  readonly module: PolicyModule;
  readonly data: PolicyData;
  readonly revision: string;
  readonly evaluator: Evaluator;
  /** Entrypoints by name; numbers never come from outside, where 0.5 and NaN would run entrypoint 0. */
  readonly table: ReadonlyMap<string, number>;
  readonly decide: number;
  readonly registry: string;
  readonly obligations: ReadonlySet<string>;
}

/** A policy over an evaluator. Everything that can go wrong becomes a deny with a code in `decide`. */
export class LoadedPolicy implements Policy {
  readonly #parts: LoadedParts;
  readonly data: PolicyDataPort;
  #identity: PolicyIdentity | undefined;
  #closed = false;

  constructor(parts: LoadedParts) {
    this.#parts = parts;
    this.data = Object.freeze({
      set: (path: string | readonly string[], value: Json) => this.#change(path, dataText(value)),
      remove: (path: string | readonly string[]) => this.#change(path, undefined),
    });
  }

  get identity(): PolicyIdentity {
    this.#identity ??= Object.freeze({
      digest: this.#parts.module.digest,
      dataDigest: this.#parts.data.digest,
      revision: this.#parts.revision,
    });
    return this.#identity;
  }

  get entrypoints(): readonly string[] {
    return [...this.#parts.table.keys()];
  }

  decide(input: PolicyInput): PolicyVerdict | Promise<PolicyVerdict> {
    let { identity } = this;
    let text: string;
    try {
      text = writeInput(input);
    } catch (thrown) {
      return faultVerdict(translateInput(thrown), identity, undefined);
    }
    try {
      // A decision that waits for a thread is made over the data of the moment when it gets one, and says so.
      const answer = this.#run(this.#parts.decide, text, () => {
        identity = this.identity;
      });
      if (typeof answer === 'string') return this.#judge(answer, identity, text);
      return this.#judgeLater(answer, () => identity, text);
    } catch (thrown) {
      return faultVerdict(translateThrow(thrown), identity, text);
    }
  }

  evaluate(entrypoint: string, input: JsonObject): Json | Promise<Json> {
    const id = this.#parts.table.get(entrypoint);
    if (id === undefined) throw fault('AUTHORIZED_POLICY_ENTRYPOINT', { detail: quote(entrypoint) });
    const text = textOf(input);
    // Anything but an object may be taken for no input at all, and a rule about no input is a rule about anybody.
    if (!text.startsWith('{'))
      throw fault('AUTHORIZED_POLICY_INPUT', { pointer: '', detail: 'not an object' });
    const answer = this.#run(id, text);
    return typeof answer === 'string' ? read(answer) : answer.then(read);
  }

  checkCard(input: RegistryPolicyInput): readonly RegistryFinding[] | Promise<readonly RegistryFinding[]> {
    const answer = this.evaluate(this.#parts.registry, input as unknown as JsonObject);
    return answer instanceof Promise ? answer.then(readFindings) : readFindings(answer);
  }

  blobs(): PolicyBlobs {
    return { wasm: this.#parts.module.bytes.slice(), data: Buffer.from(this.#parts.data.text) };
  }

  close(): void | Promise<void> {
    this.#closed = true;
    return this.#parts.evaluator.close();
  }

  #run(entrypoint: number, text: string, begin?: () => void): string | Promise<string> {
    if (this.#closed) throw fault('AUTHORIZED_POLICY_CLOSED');
    return this.#parts.evaluator.run(entrypoint, text, begin);
  }

  #judge(answer: string, identity: PolicyIdentity, text: string): PolicyVerdict {
    return verdictOf(readDecision(readResult(answer), this.#parts.obligations), identity, text);
  }

  async #judgeLater(
    answer: Promise<string>,
    identity: () => PolicyIdentity,
    text: string,
  ): Promise<PolicyVerdict> {
    try {
      const given = await answer;
      return this.#judge(given, identity(), text);
    } catch (thrown) {
      return faultVerdict(translateThrow(thrown), identity(), text);
    }
  }

  #change(path: string | readonly string[], valueText: string | undefined): void {
    if (this.#closed) throw fault('AUTHORIZED_POLICY_CLOSED');
    const names = readPath(path);
    const { data, evaluator } = this.#parts;
    // The document first: it refuses what cannot be set, and a new instance is built from it.
    const undo = data.set(names, valueText);
    try {
      evaluator.setPath(names, valueText);
      this.#identity = undefined;
    } catch (thrown) {
      undo();
      throw translateThrow(thrown);
    }
  }
}

function textOf(input: JsonObject): string {
  try {
    return writeJson(input, { limits: INPUT_LIMITS, code: 'AUTHORIZED_POLICY_INPUT' });
  } catch (thrown) {
    throw translateInput(thrown);
  }
}

function read(answer: string): Json {
  return canonicalValue(readResult(answer));
}
