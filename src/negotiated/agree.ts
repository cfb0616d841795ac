// SPDX-License-Identifier: Apache-2.0
import type { CardFacts, CardSkill } from '../advertised/types.js';
import { freezeAll } from '../core/freeze.js';
import type { Reason } from '../core/layers.js';
import type { NegotiationRequest } from '../core/request.js';
import { type Declared, isDeclared } from '../core/undeclared.js';
import { agreeExtensions } from './internal/agree-extensions.js';
import { agreeModes } from './internal/agree-modes.js';
import { constraintsOf } from './internal/constraints.js';
import type { ModeTerms, ProtocolTerms, Terms } from './types.js';

/**
 * Agreement as set algebra (design section 3): everything accepted was requested (or is explained), and everything
 * requested is accounted for exactly once. Pure; policy has no part in it. What is agreed is
 * frozen all the way down: it is the contract that an execution is held to.
 *
 * @param protocol the version decision for this request and card (`decideVersion`)
 */
export function agree(
  view: CardFacts,
  skill: CardSkill,
  request: NegotiationRequest,
  protocol: ProtocolTerms,
): Terms {
  const mcp = view.protocol === 'mcp';
  // A2A: skill modes replace the card's defaults, they are not added to them.
  const inputs = effective(skill.inputModes, view.defaultInputModes);
  const outputs = effective(skill.outputModes, view.defaultOutputModes);
  const inputModes = freezeAll(agreeModes(request.inputModes, inputs, false));
  const outputModes = freezeAll(agreeModes(request.outputModes, outputs, mcp));
  const extensions = freezeAll(agreeExtensions(request.extensions ?? [], view.capabilities.extensions));
  return Object.freeze({
    request,
    skill,
    inputModes,
    outputModes,
    extensions,
    protocol,
    refusals: freezeAll(refusalsOf(view, request, protocol, inputModes, outputModes)),
    constraints: Object.freeze(constraintsOf(inputModes, outputModes, extensions, protocol)),
    forPolicy: freezeAll({
      inputModes: inputModes.accepted,
      outputModes: outputModes.accepted,
      extensions: extensions.accepted.map((extension) => extension.uri),
      missing: extensions.missing,
      protocol: protocolForPolicy(protocol),
    }),
  });
}

/** Why the parts cannot agree, in the order of the outcome table: protocol, version, activation, modes. */
function refusalsOf(
  view: CardFacts,
  request: NegotiationRequest,
  protocol: ProtocolTerms,
  inputModes: ModeTerms,
  outputModes: ModeTerms,
): readonly Reason[] {
  const reasons: Reason[] = [];
  if (view.protocol !== request.protocol.name) reasons.push(PROTOCOL_MISMATCH);
  else if (protocol.outcome === 'refused') {
    reasons.push({
      code: 'NEGOTIATED_VERSION_REFUSED',
      message: `protocol version refused: ${protocol.reason}`,
    });
  }
  if (asksMinimalPeer(view, request)) reasons.push(MINIMAL_PEER);
  if (inputModes.accepted.length === 0) reasons.push(noMode('input', inputModes));
  if (outputModes.accepted.length === 0) reasons.push(noMode('output', outputModes));
  return reasons;
}

// A card that declares neither cannot be told from a malformed one, so nothing can be activated on it.
function asksMinimalPeer(view: CardFacts, request: NegotiationRequest): boolean {
  const { streaming, extensions } = view.capabilities;
  const asks = (request.extensions?.length ?? 0) > 0;
  return asks && view.protocol === 'a2a' && !isDeclared(streaming) && !isDeclared(extensions);
}

function noMode(direction: 'input' | 'output', terms: ModeTerms): Reason {
  return terms.undeclared ? MODES_UNDECLARED[direction] : NO_COMMON_MODE[direction];
}

function protocolForPolicy(protocol: ProtocolTerms): Terms['forPolicy']['protocol'] {
  const { name, version } = protocol;
  return version === undefined ? { name } : { name, version };
}

function effective(
  own: Declared<readonly string[]>,
  defaults: Declared<readonly string[]>,
): Declared<readonly string[]> {
  return isDeclared(own) ? own : defaults;
}

/**
 * What stands for a skill that does not exist: it offers nothing, not even the card's defaults, so that no skill that
 * exists is less to ask policy about.
 */
export function absentSkill(id: string): CardSkill {
  return Object.freeze({
    id,
    name: '',
    tags: NONE,
    inputModes: NONE,
    outputModes: NONE,
    securityRequirements: 'unknown',
  });
}

const NONE: readonly never[] = Object.freeze([]);

const PROTOCOL_MISMATCH: Reason = Object.freeze({
  code: 'NEGOTIATED_PROTOCOL_MISMATCH',
  message: 'the document belongs to another protocol than the request',
});

const MINIMAL_PEER: Reason = Object.freeze({
  code: 'NEGOTIATED_ACTIVATION_ON_MINIMAL_CARD',
  message: 'the card declares neither streaming nor extensions, so no extension can be activated on it',
});

const MODES_UNDECLARED: Readonly<Record<'input' | 'output', Reason>> = Object.freeze({
  input: {
    code: 'NEGOTIATED_INPUT_MODES_UNDECLARED',
    message: 'the provider declares no input modes',
  },
  output: {
    code: 'NEGOTIATED_OUTPUT_MODES_UNDECLARED',
    message: 'the provider declares no output modes',
  },
});

const NO_COMMON_MODE: Readonly<Record<'input' | 'output', Reason>> = Object.freeze({
  input: { code: 'NEGOTIATED_NO_COMMON_INPUT_MODE', message: 'no requested input mode is offered' },
  output: { code: 'NEGOTIATED_NO_COMMON_OUTPUT_MODE', message: 'no requested output mode is offered' },
});
