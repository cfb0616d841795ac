// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { admit } from '../../src/advertised/admit.js';
import { AdvertisedCapability, type SignatureStatus } from '../../src/advertised/types.js';
import { brief, stage } from '../support/states.js';

const card = (status: SignatureStatus): AdvertisedCapability => stage({ signature: { status } }).advertised;

describe('admit', () => {
  it.each<readonly [SignatureStatus, boolean, boolean, readonly string[]]>([
    ['verified', false, true, ['ADVERTISED_SIGNATURE_VERIFIED']],
    ['verified', true, true, ['ADVERTISED_SIGNATURE_VERIFIED']],
    ['untrusted', false, true, ['ADVERTISED_SIGNATURE_UNTRUSTED']],
    ['untrusted', true, false, ['ADVERTISED_SIGNATURE_REQUIRED', 'ADVERTISED_SIGNATURE_UNTRUSTED']],
    ['unsigned', false, true, ['ADVERTISED_SIGNATURE_ABSENT']],
    ['unsigned', true, false, ['ADVERTISED_SIGNATURE_REQUIRED', 'ADVERTISED_SIGNATURE_ABSENT']],
    ['invalid', false, false, ['ADVERTISED_SIGNATURE_INVALID']],
    ['invalid', true, false, ['ADVERTISED_SIGNATURE_INVALID']],
  ])('a card that is %s, where a signature is required: %s', (status, required, passes, codes) => {
    const advertised = card(status);
    const result = admit(advertised, required);
    expect(brief(result)).toEqual([passes, ...codes]);
    if (result.passed) expect(result.state).toBe(advertised);
  });

  it('refuses a card that was refused while it was read, whatever its signature', () => {
    for (const status of ['verified', 'unsigned', 'invalid'] as const) {
      const { issuer, advertised } = stage({ signature: { status }, view: { shape: 'refused' } });
      const finding = {
        code: 'ADVERTISED_NOT_A_CARD',
        severity: 'error',
        pointer: '',
        message: 'no card',
      } as const;
      const refused = new AdvertisedCapability(issuer, { ...advertised, findings: [finding] });
      expect(brief(admit(refused, false))).toEqual([false, 'ADVERTISED_NOT_A_CARD']);
    }
  });
});
