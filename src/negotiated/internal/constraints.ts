// SPDX-License-Identifier: Apache-2.0
import type { ExtensionTerms, ModeTerms, ProtocolTerms } from '../types.js';

/** One sentence for each thing that was narrowed, and for each grant that the request alone does not explain. */
export function constraintsOf(
  inputModes: ModeTerms,
  outputModes: ModeTerms,
  extensions: ExtensionTerms,
  protocol: ProtocolTerms,
): readonly string[] {
  const out: string[] = [];
  modeConstraints('input', inputModes, out);
  modeConstraints('output', outputModes, out);
  for (const extension of extensions.rejected) {
    const word = extension.required ? 'required' : 'optional';
    out.push(`${word} extension ${extension.uri} not granted`);
  }
  for (const uri of extensions.providerRequired) out.push(`provider requires ${uri}`);
  const { requested, version } = protocol;
  if (requested !== undefined && version !== undefined && requested !== version) {
    out.push(`protocol version ${version} granted instead of ${requested}`);
  }
  return out;
}

function modeConstraints(direction: string, terms: ModeTerms, out: string[]): void {
  if (terms.undeclared && terms.accepted.length > 0) {
    for (const mode of terms.accepted)
      out.push(`${direction} mode ${mode} granted, not declared by the provider`);
  }
  for (const { mode, range } of terms.forRange) out.push(`${direction} mode ${mode} granted for ${range}`);
  for (const mode of terms.rejected) out.push(`${direction} mode ${mode} not granted`);
}
