// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { parseUrl } from '../../src/core/parse-url.js';

describe('parseUrl', () => {
  it.each([
    ['https://a.example/x?y#z', 'https://a.example'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['grpc://a.example:1', 'null'],
  ])('reads %s', (text, origin) => {
    expect(parseUrl(text)?.origin).toBe(origin);
  });

  it.each(['', 'a', '//a.example', 'https://', 'https://1.2.3.400', 'https://a:99999', 'https://[::1'])(
    'is undefined for %j',
    (text) => {
      expect(parseUrl(text)).toBeUndefined();
    },
  );

  it('says the same the hundred-thousandth time', () => {
    let read = 0;
    for (let count = 0; count < 100_000; count += 1)
      read += parseUrl('https://bücher.example') === undefined ? 0 : 1;
    expect(read).toBe(100_000);
  });
});
