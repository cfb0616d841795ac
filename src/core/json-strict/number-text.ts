// SPDX-License-Identifier: Apache-2.0

const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** A decimal number as its significant digits (no zeros at either end) and the power of ten behind them. */
interface Decimal {
  readonly digits: string;
  readonly exponent: number;
}

/**
 * Whether a JSON number survives a double: the text ECMAScript writes for its double (RFC 8785 section 3.2.2.3)
 * must denote the same decimal value. `0.1`, `1e21`, `1.0` and `-0` do; `9007199254740993`, `1e400`, `1e-400`
 * and `0.10000000000000001` do not.
 */
export function survivesDouble(text: string): boolean {
  const value = Number(text);
  if (!Number.isFinite(value)) return false;
  const again = String(value);
  if (again === text) return true;
  const written = decimal(text);
  const kept = decimal(again);
  return written.digits === kept.digits && written.exponent === kept.exponent;
}

function decimal(text: string): Decimal {
  const parts = NUMBER.exec(text) ?? [];
  const fraction = parts[2] ?? '';
  const padded = `${parts[1] ?? ''}${fraction}`;
  const start = firstNonZero(padded);
  if (start === padded.length) return { digits: '', exponent: 0 };
  let end = padded.length;
  while (padded.charCodeAt(end - 1) === 0x30) end--;
  // An exponent beyond the range of safe integers is infinite or zero as a double and never compares equal.
  const exponent = Number(parts[3] ?? '0') - fraction.length + (padded.length - end);
  return { digits: padded.slice(start, end), exponent };
}

function firstNonZero(digits: string): number {
  let at = 0;
  while (at < digits.length && digits.charCodeAt(at) === 0x30) at++;
  return at;
}
