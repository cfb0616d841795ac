// SPDX-License-Identifier: Apache-2.0
import type { AuthorizedCapability } from '../authorized/types.js';
import type { ErrorCode } from '../core/errors.js';
import { mediaTypeServes, parseMediaType } from '../core/media-type.js';
import type { Invocation } from './types.js';

/** A clause of the contract that an invocation would break. */
export interface Violation {
  readonly clause: string;
  readonly code: ErrorCode;
  readonly detail: string;
}

/**
 * Was execution bounded by the negotiated contract? Every clause, in order; the first broken one is the answer.
 * Pure: asked before the effect, never after.
 */
export function checkContract(
  authorized: AuthorizedCapability,
  invocation: Invocation,
  now: number,
): Violation | undefined {
  const { terms, discoverable } = authorized.negotiated;
  const { request } = discoverable;
  if (!(now < authorized.expiresAt)) return broken('expiry', 'EXECUTED_AUTHORIZATION_EXPIRED', String(now));
  if (invocation.skill !== discoverable.skill.id) {
    return broken('skill', 'EXECUTED_SKILL_OUTSIDE_CONTRACT', invocation.skill);
  }
  if (!covers(terms.inputModes.accepted, invocation.inputMode)) {
    return broken('inputModes', 'EXECUTED_INPUT_MODE_OUTSIDE_CONTRACT', invocation.inputMode);
  }
  const output = invocation.outputModes?.find((mode) => !covers(terms.outputModes.accepted, mode));
  if (output !== undefined) return broken('outputModes', 'EXECUTED_OUTPUT_MODE_OUTSIDE_CONTRACT', output);
  return (
    checkExtensions(authorized, invocation.extensions ?? []) ??
    checkVersionAndEffect(authorized, invocation, request.effect)
  );
}

function checkExtensions(authorized: AuthorizedCapability, active: readonly string[]): Violation | undefined {
  const { terms, discoverable } = authorized.negotiated;
  const accepted = new Map(terms.extensions.accepted.map((extension) => [extension.uri, extension]));
  const foreign = active.find((uri) => !accepted.has(uri));
  if (foreign !== undefined) return broken('extensions', 'EXECUTED_EXTENSION_OUTSIDE_CONTRACT', foreign);
  const offered = discoverable.advertised.view.capabilities.extensions;
  const providers = typeof offered === 'symbol' ? [] : offered.filter((extension) => extension.required);
  const required = [...[...accepted.values()].filter((extension) => extension.required), ...providers];
  const absent = required.find((extension) => !active.includes(extension.uri));
  return absent === undefined ? undefined : broken('extensions', 'EXECUTED_EXTENSION_MISSING', absent.uri);
}

function checkVersionAndEffect(
  authorized: AuthorizedCapability,
  invocation: Invocation,
  effect: Invocation['effect'],
): Violation | undefined {
  const { version } = authorized.negotiated.terms.protocol;
  if (invocation.protocolVersion !== undefined && invocation.protocolVersion !== version) {
    return broken('protocolVersion', 'EXECUTED_VERSION_OUTSIDE_CONTRACT', invocation.protocolVersion);
  }
  if (invocation.effect.class !== effect.class || invocation.effect.risk !== effect.risk) {
    const { class: name, risk } = invocation.effect;
    return broken(
      'effect',
      'EXECUTED_EFFECT_OUTSIDE_CONTRACT',
      risk === undefined ? name : `${name}/${risk}`,
    );
  }
  return undefined;
}

function covers(accepted: readonly string[], text: string): boolean {
  const mode = parseMediaType(text);
  if (mode === undefined || mode.subtype === '*') return false;
  return accepted.some((item) => {
    const allowed = parseMediaType(item);
    // A range is accepted only where the provider declares no modes (MCP outputs): then it bounds by its type.
    if (allowed?.subtype === '*') return allowed.type === '*' || allowed.type === mode.type;
    return allowed !== undefined && mediaTypeServes(allowed, mode);
  });
}

function broken(clause: string, code: ErrorCode, detail: string): Violation {
  return { clause, code, detail };
}
