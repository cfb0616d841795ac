// SPDX-License-Identifier: Apache-2.0
import { decideVersion } from './decide-version.js';
import type { VersionDecision, VersionQuestion } from './types.js';
import { parseVersion, sortOut } from './version-grammar.js';

/** An interface as a card lists it. */
export interface OfferedInterface {
  readonly url: string;
  readonly binding: string;
  readonly protocolVersion: string;
}

/** The decision on a card's interfaces, and the interface to use where one was accepted. */
export interface InterfaceChoice<I extends OfferedInterface> {
  readonly decision: VersionDecision;
  readonly chosen?: I;
}

/**
 * Choose how to reach an A2A peer (A2A 1.0 section 8.3.2): the versions of the interfaces whose binding this side
 * speaks are the peer's offer, and the first of them in card order that has the decided version is used. An
 * interface without a well-formed version offers nothing.
 */
export function chooseInterface<I extends OfferedInterface>(
  interfaces: readonly I[],
  bindings: readonly string[],
  question: Omit<VersionQuestion, 'protocol' | 'peer'>,
): InterfaceChoice<I> {
  const usable = interfaces.filter(({ binding }) => bindings.includes(binding));
  const { wellFormed } = sortOut(
    'a2a',
    usable.map(({ protocolVersion }) => protocolVersion),
  );
  const peer = wellFormed.map(({ text }) => text);
  const decision = decideVersion({ ...question, protocol: 'a2a', peer });
  if (decision.outcome === 'refused') return { decision };
  const key = parseVersion('a2a', decision.version)?.key;
  const chosen = usable.find(({ protocolVersion }) => parseVersion('a2a', protocolVersion)?.key === key);
  return chosen === undefined ? { decision } : { decision, chosen };
}
