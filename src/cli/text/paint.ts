// SPDX-License-Identifier: Apache-2.0

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;

/** Colours for a terminal; without one, the text as it is. */
export type Paint = (text: string, style: keyof typeof CODES) => string;

/** Paint text, or leave it alone. */
export function createPaint(color: boolean): Paint {
  return (text, style) => (color ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text);
}
