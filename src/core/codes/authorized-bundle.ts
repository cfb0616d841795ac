// SPDX-License-Identifier: Apache-2.0
import type { ErrorEntry } from './entry.js';

const ROWS = {
  AUTHORIZED_BUNDLE_UNREADABLE: {
    message: 'the policy bundle cannot be read',
    action: 'pass a gzipped tar file made by `opa build`, or a folder; check that it is whole',
  },
  AUTHORIZED_BUNDLE_TOO_LARGE: {
    message: 'the policy bundle is over a limit',
    action: 'make the bundle smaller, or raise the named limit if you trust where it comes from',
  },
  AUTHORIZED_BUNDLE_PATH_REFUSED: {
    message: 'the policy bundle names a file by a path that is not accepted',
    action: 'use plain relative paths without `..`, backslashes or control characters',
  },
  AUTHORIZED_BUNDLE_LINK_REFUSED: {
    message: 'the policy bundle holds something that is neither a file nor a folder',
    action: 'replace links and special files by regular files',
  },
  AUTHORIZED_BUNDLE_ENTRY_DUPLICATE: {
    message: 'the policy bundle names a file twice',
    action: 'keep one entry per path',
  },
  AUTHORIZED_BUNDLE_DELTA_UNSUPPORTED: {
    message: 'the policy bundle is a delta bundle',
    action: 'serve a snapshot bundle: delta bundles cannot be signed',
  },
  AUTHORIZED_BUNDLE_YAML_UNSUPPORTED: {
    message: 'the policy bundle holds data as YAML',
    action: 'write the data as data.json; `opa build` does so',
  },
  AUTHORIZED_BUNDLE_FILE_MISPLACED: {
    message: 'the policy bundle holds a file of a reserved name where it is not accepted',
    action: 'keep .manifest, .signatures.json and policy.wasm at the root of the bundle, one of each',
  },
  AUTHORIZED_BUNDLE_MANIFEST_INVALID: {
    message: 'the manifest of the policy bundle is not valid',
    action: 'correct the member named by the pointer; docs/bundles.md lists every member',
  },
  AUTHORIZED_BUNDLE_JSON_INVALID: {
    message: 'a file of the policy bundle is not strict JSON',
    action: 'correct the JSON: UTF-8, no duplicate members, no lone surrogates, bounded depth',
  },
  AUTHORIZED_BUNDLE_NUMBER_INEXACT: {
    message: 'the data of the policy bundle holds a number that a double cannot carry',
    action: 'write the number as a string',
  },
  AUTHORIZED_BUNDLE_DATA_CONFLICT: {
    message: 'two files of the policy bundle give different values to one data path',
    action: 'give each data path one value',
  },
  AUTHORIZED_BUNDLE_ROOTS_VIOLATED: {
    message: 'the policy bundle holds something outside the roots of its manifest',
    action: 'move it below a root, or add the root to the manifest',
  },
  AUTHORIZED_BUNDLE_WASM_MISSING: {
    message: 'the policy bundle has no policy.wasm',
    action: 'build it with `parley policy build`, or with `opa build -t wasm -e parley/decide`',
  },
  AUTHORIZED_BUNDLE_KEY_INVALID: {
    message: 'a key for bundle signatures cannot be used',
    action: 'pass a PEM key, or a secret for HS256, HS384 and HS512, that fits the algorithm',
  },
  AUTHORIZED_BUNDLE_SIGNATURE_MISSING: {
    message: 'the policy bundle is not signed',
    action: 'sign the bundle, or configure no verification keys',
  },
  AUTHORIZED_BUNDLE_SIGNATURE_UNEXPECTED: {
    message: 'the policy bundle is signed and no verification key is configured',
    action: 'configure the key that verifies it',
  },
  AUTHORIZED_BUNDLE_SIGNATURE_MALFORMED: {
    message: 'the signature file of the policy bundle is malformed',
    action: 'sign the bundle again with `parley policy sign` or `opa sign`',
  },
  AUTHORIZED_BUNDLE_SIGNATURE_KEY_UNKNOWN: {
    message: 'the key that signed the policy bundle is not configured',
    action: 'configure the key under the id that the bundle names, or set keyId',
  },
  AUTHORIZED_BUNDLE_SIGNATURE_INVALID: {
    message: 'the signature of the policy bundle does not verify',
    action: 'do not use the bundle; check the key and where the bundle came from',
  },
  AUTHORIZED_BUNDLE_SIGNATURE_SCOPE: {
    message: 'the policy bundle was signed for another scope',
    action: 'use the bundle that was signed for the configured scope',
  },
  AUTHORIZED_BUNDLE_FILE_UNSIGNED: {
    message: 'a file of the policy bundle is not covered by its signature',
    action: 'remove the file, or sign the bundle again',
  },
  AUTHORIZED_BUNDLE_FILE_MISSING: {
    message: 'a signed file is missing from the policy bundle',
    action: 'restore the file, or sign the bundle again',
  },
  AUTHORIZED_BUNDLE_HASH_MISMATCH: {
    message: 'a file of the policy bundle differs from what was signed',
    action: 'do not use the bundle; fetch it again from its source',
  },
  AUTHORIZED_BUNDLE_HASH_UNSUPPORTED: {
    message: 'the signature of the policy bundle uses a hash algorithm that is not accepted',
    action: 'sign with SHA-256, SHA-384 or SHA-512',
  },
  AUTHORIZED_BUNDLE_FORMATTING_REFUSED: {
    message: 'a signed JSON file is formatted in a way that would hide a changed byte',
    action: 'format the file evenly before signing, or set formatting to `any`',
  },
  AUTHORIZED_BUNDLE_EXPIRED: {
    message: 'the policy bundle has expired',
    action: 'sign the bundle again',
  },
  AUTHORIZED_BUNDLE_NOT_YET_VALID: {
    message: 'the policy bundle is signed for a later time',
    action: 'check the clocks of the signer and of this machine',
  },
  AUTHORIZED_BUNDLE_ROLLBACK: {
    message: 'the policy bundle is older than the last one seen',
    action: 'raise its revision, or allow the rollback for this load',
  },
  AUTHORIZED_BUNDLE_REVISION_UNORDERED: {
    message: 'the revision of the policy bundle cannot be compared with the last one seen',
    action: 'use revisions that grow (docs/bundles.md), sign with `iat`, or allow the rollback',
  },
  AUTHORIZED_BUNDLE_SOURCE_FAILED: {
    message: 'the source of policy bundles gave none',
    action: 'check the address, the network and the credentials; the last good bundle stays in use',
    retryable: true,
  },
  AUTHORIZED_BUNDLE_OPA_MISSING: {
    message: 'the `opa` program was not found',
    action:
      'install it from https://www.openpolicyagent.org/docs/#1-download-opa (or `go install github.com/open-policy-agent/opa@latest`) and put it on PATH, or pass --opa FILE',
  },
  AUTHORIZED_BUNDLE_OPA_FAILED: {
    message: 'the `opa` program failed',
    action: 'correct what it reports and run again',
  },
  AUTHORIZED_BUNDLE_CASE_INVALID: {
    message: 'a policy test case is not valid',
    action: 'correct the member named by the pointer; docs/policy-cli.md describes the format',
  },
} as const;

/** Rows of the authorized table about policy bundles, their sources and the policy commands. */
export const AUTHORIZED_BUNDLE_ROWS: Readonly<Record<keyof typeof ROWS, Omit<ErrorEntry, 'layer'>>> = ROWS;
