// SPDX-License-Identifier: Apache-2.0
import { isJsonObject, type Json, type JsonObject, member } from '../core/json.js';
import { decideVersion } from './decide-version.js';
import type { VersionDecision, VersionQuestion } from './types.js';
import { sortOut } from './version-grammar.js';

/**
 * What an MCP server offers, by its answer: the version of an `initialize` result, the list of a
 * `server/discover` result, or the list in an UnsupportedProtocolVersionError. Empty where it says nothing of the
 * kind, so that nothing is agreed.
 */
export function readMcpOffers(answer: Json): readonly string[] {
  if (!isJsonObject(answer)) return [];
  const result = member(answer, 'result');
  const error = member(answer, 'error');
  if (isJsonObject(error)) {
    const data = member(error, 'data');
    return isJsonObject(data) ? texts(member(data, 'supported')) : [];
  }
  const said: JsonObject = isJsonObject(result) ? result : answer;
  const one = member(said, 'protocolVersion');
  return typeof one === 'string' ? [one] : texts(member(said, 'supportedVersions'));
}

/**
 * Judge what the other side answered by the same decision: an answer outside what this side offered, below its
 * floor, or lowered without authentication is refused, and the connection must be dropped (MCP InitializeResult).
 * In a list, what is no version (a draft) offers nothing; an answer of nothing but such is malformed.
 */
export function judgeAnswer(
  question: Omit<VersionQuestion, 'peer' | 'answer'>,
  answered: readonly string[],
): VersionDecision {
  const { wellFormed } = sortOut(question.protocol, answered);
  const peer = wellFormed.length === 0 ? answered : wellFormed.map(({ text }) => text);
  return decideVersion({ ...question, peer, answer: 'counter' });
}

function texts(list: Json | undefined): readonly string[] {
  return Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : [];
}
