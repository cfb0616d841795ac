// SPDX-License-Identifier: Apache-2.0

/** Rows of the codes about evaluating a policy; docs/policy.md explains each. */
export const AUTHORIZED_POLICY_ROWS = {
  AUTHORIZED_POLICY_INPUT: {
    message: 'the input is not plain JSON within the limits of a policy input',
    action: 'correct the member named by the pointer; docs/policy.md lists the limits',
  },
  AUTHORIZED_POLICY_UNDEFINED: {
    message: 'the policy has no answer to this input',
    action: 'give every entrypoint a `default` rule',
  },
  AUTHORIZED_POLICY_RESULT: {
    message: 'the answer of the policy does not have the shape of an answer',
    action: 'make the entrypoint return what docs/policy.md says it returns',
  },
  AUTHORIZED_POLICY_OBLIGATION: {
    message: 'the policy asks for an obligation that nobody here can carry out',
    action: 'name the obligation among those the engine is told it knows, or take it out of the grant',
  },
  AUTHORIZED_POLICY_ABORT: {
    message: 'the policy stopped the evaluation, as conflicting rules do',
    action: 'run the request through `opa eval` to see which rules conflict',
  },
  AUTHORIZED_POLICY_TRAP: {
    message: 'the evaluation of the policy failed',
    action: 'report it with the input; the instance was replaced and nothing was granted',
  },
  AUTHORIZED_POLICY_MEMORY: {
    message: 'the policy needs more memory than it may use',
    action: 'make the policy data smaller, or raise `maxPages`',
  },
  AUTHORIZED_POLICY_TIMEOUT: {
    message: 'the policy did not answer in time',
    action: 'look for rules that scan lists, or raise `timeoutMs`',
    retryable: true,
  },
  AUTHORIZED_POLICY_BUSY: {
    message: 'too many decisions are waiting for the policy',
    action: 'try again later, or use more workers',
    retryable: true,
  },
  AUTHORIZED_POLICY_REENTRY: {
    message: 'the policy was used from within its own evaluation',
    action: 'do not call the policy from a builtin',
  },
  AUTHORIZED_POLICY_CLOSED: {
    message: 'the policy is closed',
    action: 'load it again',
  },
  AUTHORIZED_POLICY_BUILTIN: {
    message: 'a builtin of the policy failed or gave no JSON value',
    action: 'make the builtin answer every call with a JSON value, at once',
  },
  AUTHORIZED_POLICY_MODULE: {
    message: 'the module is not a policy that OPA compiled',
    action: 'build it with `opa build -t wasm` (OPA 0.48 or later)',
  },
  AUTHORIZED_POLICY_IMPORT: {
    message: 'the module asks for something that no policy may have',
    action: 'build the policy without print statements and without foreign imports',
  },
  AUTHORIZED_POLICY_BUILTIN_REFUSED: {
    message: 'the policy needs a builtin that is not allowed',
    action: 'compile with policies/capabilities.json, which names the builtins there are',
  },
  AUTHORIZED_POLICY_ENTRYPOINT: {
    message: 'the policy has no such entrypoint',
    action: 'build it with `-e parley/decide`',
  },
  AUTHORIZED_POLICY_DATA: {
    message: 'the policy data cannot be used',
    action: 'correct the member named by the pointer; numbers beyond 2^53 are written as text',
  },
  AUTHORIZED_POLICY_MANIFEST: {
    message: 'the policy is not the one that its manifest describes',
    action: 'build it again, or fetch it again from where it came from',
  },
  AUTHORIZED_POLICY_FOLDER: {
    message: 'the policy cannot be read',
    action: 'name a `policy.wasm`, or a folder with `policy.wasm` and `data.json`',
  },
  AUTHORIZED_POLICY_SELF_TEST: {
    message: 'the policy failed its self-test and is not used',
    action: 'correct the policy: it must deny what the self-test expects it to deny, `{}` above all',
  },
} as const;
