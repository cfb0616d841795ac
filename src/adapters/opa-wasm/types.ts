// SPDX-License-Identifier: Apache-2.0
import type { Json, JsonObject } from '../../core/json.js';
import type { PolicyInput, PolicyPort, RegistryFinding, RegistryPolicyInput } from '../../core/policy.js';
import type { PolicyBuiltin } from './custom-builtins.js';

/** What a policy is loaded from. */
export interface PolicySource {
  /** A module of `opa build -t wasm`; copied. */
  readonly wasm: Uint8Array;
  /** The whole data document, `data` of Rego; copied. */
  readonly data: JsonObject;
  readonly revision: string;
  /** Entrypoints that the bundle's manifest promises; each must be in the module. */
  readonly entrypoints?: readonly string[];
  /** What the module must be, from policies/manifest.json or a signed manifest. */
  readonly manifest?: PolicyManifest;
}

/** The part of a policy manifest that the loader checks. */
export interface PolicyManifest {
  /** SHA-256 of the module, 64 hex digits. */
  readonly wasm: { readonly sha256: string };
  /** Entrypoints by name, with their numbers in the module. */
  readonly entrypoints?: Readonly<Record<string, number>>;
}

/** Inputs that a policy is tried on before it is used. */
export interface SelfTest {
  readonly deny?: readonly PolicyInput[];
  readonly allow?: readonly PolicyInput[];
}

/** How a policy is run. Every option has a safe default. */
export interface PolicyOptions {
  /** Entrypoint of decisions; `parley/decide` unless told otherwise. */
  readonly decide?: string;
  /** Entrypoint of registry checks; `parley/registry` unless told otherwise. */
  readonly registry?: string;
  /** Ids of obligations that the embedder carries out, beside those the engine does. */
  readonly obligations?: readonly string[];
  /** Builtins that the module may ask for; none unless told otherwise. Not with worker isolation. */
  readonly builtins?: Readonly<Record<string, PolicyBuiltin>>;
  /** Pages of 64 KiB that an instance may use; 16,384 unless told otherwise. */
  readonly maxPages?: number;
  readonly selfTest?: SelfTest;
  /**
   * `worker`: evaluate in worker threads that are stopped when they take too long. Costs some 40 µs a decision and
   * 80 ms a worker at load, and makes decisions asynchronous. `inline` (default) has no time limit.
   */
  readonly isolation?: 'inline' | 'worker';
  /** Hard limit of one evaluation in a worker, in milliseconds; 1,000 unless told otherwise. */
  readonly timeoutMs?: number;
  /** Worker threads; 1 unless told otherwise. */
  readonly workers?: number;
}

/** The bytes that decided, for the evidence: each has the digest of the same name in the policy's identity. */
export interface PolicyBlobs {
  readonly wasm: Uint8Array;
  /** Canonical JSON (RFC 8785), UTF-8. */
  readonly data: Uint8Array;
}

/** Changes of the data while the policy runs. A path is a list of names or a JSON pointer. */
export interface PolicyDataPort {
  /** @throws AuthorizedError AUTHORIZED_POLICY_DATA, AUTHORIZED_POLICY_MEMORY; nothing has changed then */
  set(path: string | readonly string[], value: Json): void;
  /** @throws AuthorizedError AUTHORIZED_POLICY_DATA */
  remove(path: string | readonly string[]): void;
}

/** A loaded policy. Use it until {@link Policy.close}; put it in a holder to replace it while it is in use. */
export interface Policy extends PolicyPort {
  /** Entrypoints of the module. */
  readonly entrypoints: readonly string[];
  readonly data: PolicyDataPort;
  /**
   * Evaluate any entrypoint over any JSON object; members of the answer come sorted.
   * @throws AuthorizedError (or rejects with it) AUTHORIZED_POLICY_*
   */
  evaluate(entrypoint: string, input: JsonObject): Json | Promise<Json>;
  /**
   * What the policy has to say about a published card.
   * @throws AuthorizedError (or rejects with it) AUTHORIZED_POLICY_*
   */
  checkCard(input: RegistryPolicyInput): readonly RegistryFinding[] | Promise<readonly RegistryFinding[]>;
  blobs(): PolicyBlobs;
  /** Decisions after this are refusals with AUTHORIZED_POLICY_CLOSED. */
  close(): void | Promise<void>;
}
