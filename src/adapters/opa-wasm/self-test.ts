// SPDX-License-Identifier: Apache-2.0
import { fault } from '../../core/errors.js';
import type { PolicyInput, PolicyPort } from '../../core/policy.js';
import type { SelfTest } from './types.js';

// Inputs that no policy may answer with anything but a deny. They are no policy inputs; that is the point of them.
const KNOWN_BAD: readonly unknown[] = [
  {},
  { requester: {}, provider: {}, card: {}, skill: {}, effect: {}, negotiated: {} },
  {
    requester: { authenticated: true },
    card: { signature: 'verified' },
    effect: { class: 'read', risk: 'low' },
  },
  {
    requester: { ref: '', authenticated: false, attributes: {} },
    provider: { ref: '' },
    card: { digest: '', signature: 'invalid', unattested: [''], protocolVersion: '' },
    skill: { id: '', tags: [], securityRequirements: { state: 'unknown' } },
    scope: '',
    effect: { class: '' },
    negotiated: { inputModes: [], outputModes: [], extensions: [], missing: [], protocol: { name: '' } },
    now: '1970-01-01T00:00:00.000Z',
  },
];

/**
 * Try a policy before it is used: inputs that must be denied (built-in ones always), and inputs that must be allowed.
 * @throws AuthorizedError AUTHORIZED_POLICY_SELF_TEST
 */
export async function runSelfTest(policy: PolicyPort, selfTest: SelfTest = {}): Promise<void> {
  for (const [index, input] of KNOWN_BAD.entries())
    await expectDecision(policy, input as PolicyInput, 'deny', `built-in case ${index}`);
  for (const [index, input] of (selfTest.deny ?? []).entries())
    await expectDecision(policy, input, 'deny', `deny case ${index}`);
  for (const [index, input] of (selfTest.allow ?? []).entries())
    await expectDecision(policy, input, 'allow', `allow case ${index}`);
}

async function expectDecision(
  policy: PolicyPort,
  input: PolicyInput,
  expected: 'allow' | 'deny',
  name: string,
): Promise<void> {
  const verdict = await policy.decide(input);
  const { decision, reasons } = verdict.authorization;
  if (decision === expected) return;
  const codes = reasons.map((reason) => reason.code).join(', ');
  throw fault('AUTHORIZED_POLICY_SELF_TEST', { detail: `${name}: ${decision}, not ${expected} (${codes})` });
}
