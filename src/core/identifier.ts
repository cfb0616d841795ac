// SPDX-License-Identifier: Apache-2.0

// TSMM identifiers allow [A-Za-z0-9._:/-] (negotiation) or the same without "/" (every other record).
const OUTSIDE = /_x|[^A-Za-z0-9._:/-]/gu;
const OUTSIDE_NO_SLASH = /_x|[^A-Za-z0-9._:-]/gu;

// Most identifiers need nothing: letters, digits and marks without an underscore.
const INSIDE = /^[A-Za-z0-9.:/-]*$/;
const INSIDE_NO_SLASH = /^[A-Za-z0-9.:-]*$/;

function escapeMatch(match: string): string {
  if (match === '_x') return '_x5Fx';
  let out = '';
  for (const byte of new TextEncoder().encode(match)) {
    out += `_x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return out;
}

/**
 * Write any well-formed string as a TSMM identifier. Each UTF-8 byte outside the alphabet becomes `_x` and two
 * upper-case hex digits, and a literal `_x` has its underscore written so; everything else stays as it is. The
 * rule is injective: {@link decodeIdentifier} gives the original back. The original also stays in the evidence.
 *
 * @param slash whether `/` is in the alphabet (true for the negotiation record, false for receipts and the rest)
 * @example encodeIdentifier('did:web:a.example#key 1') // 'did:web:a.example_x23key_x201'
 */
export function encodeIdentifier(text: string, slash = true): string {
  if ((slash ? INSIDE : INSIDE_NO_SLASH).test(text)) return text;
  return text.replace(slash ? OUTSIDE : OUTSIDE_NO_SLASH, escapeMatch);
}

/** Undo {@link encodeIdentifier}; text that it never produces comes back unchanged where it holds no escape. */
export function decodeIdentifier(identifier: string): string {
  return identifier.replace(/(?:_x[0-9A-F]{2})+/g, (run) => {
    const bytes = Uint8Array.from(run.match(/[0-9A-F]{2}/g) ?? [], (hex) => Number.parseInt(hex, 16));
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  });
}
