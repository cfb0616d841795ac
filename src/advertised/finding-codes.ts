// SPDX-License-Identifier: Apache-2.0
import type { Finding } from './types.js';

/** One row of the table of findings. */
export interface FindingEntry {
  readonly severity: Finding['severity'];
  /** Lower case, no full stop. */
  readonly message: string;
}

const ROWS = {
  'card.required-missing': { severity: 'error', message: 'a member that the protocol requires is absent' },
  'card.required-empty': { severity: 'warning', message: 'a list that needs an element is empty' },
  'card.wrong-type': { severity: 'error', message: 'the value has the wrong type and counts as undeclared' },
  'card.null-member': { severity: 'warning', message: 'the member is `null` and counts as undeclared' },
  'card.unknown-member': { severity: 'info', message: 'the protocol version does not define this member' },
  'card.snake-case-member': {
    severity: 'warning',
    message: 'the member is spelled in snake case and is not read',
  },
  'card.legacy-member': {
    severity: 'warning',
    message: 'the member belongs to an older protocol version and grants nothing',
  },
  'card.legacy-security': {
    severity: 'warning',
    message: 'a security member of an older protocol version counts as a restriction',
  },
  'card.dual-shape': {
    severity: 'warning',
    message: 'the card carries a 0.3 address beside its 1.0 interfaces; only the 1.0 half is offered',
  },
  'card.capabilities-not-object': { severity: 'error', message: '`capabilities` is not an object' },
  'card.instance-form': {
    severity: 'error',
    message: 'the value is a library object written out (`$case`), not the JSON form',
  },
  'card.scheme-unwrapped': {
    severity: 'error',
    message: 'the security scheme has the 0.3 form inside a 1.0 card',
  },
  'card.scheme-malformed': {
    severity: 'error',
    message: 'the security scheme has no form that the protocol version defines',
  },
  'card.scheme-undefined': {
    severity: 'warning',
    message: 'a security requirement names a scheme that the card does not define',
  },
  'card.security-unwrapped': {
    severity: 'error',
    message: 'the security requirement has the 0.3 form inside a 1.0 member; the requirement is unknown',
  },
  'card.security-malformed': {
    severity: 'error',
    message: 'the security requirement cannot be read; the requirement is unknown',
  },
  'card.interface-malformed': { severity: 'error', message: 'the interface lacks what reaching it needs' },
  'card.interface-unversioned': {
    severity: 'error',
    message: 'the interface names no protocol version and is not offered',
  },
  'card.version-malformed': {
    severity: 'error',
    message: 'the protocol version is not `Major.Minor` and is not offered',
  },
  'card.version-shape-mismatch': {
    severity: 'error',
    message: 'the card claims a protocol version whose shape it does not have; its address is not offered',
  },
  'card.mode-malformed': { severity: 'warning', message: 'the mode is not a media type and is not offered' },
  'card.extension-malformed': {
    severity: 'error',
    message: 'the extension cannot be read and is not offered',
  },
  'card.extension-repeated': { severity: 'warning', message: 'the extension is declared twice' },
  'card.skill-malformed': { severity: 'error', message: 'the skill has no `id` and is not offered' },
  'card.skill-repeated': { severity: 'warning', message: 'the skill is declared twice' },
  'card.skill-conflict': {
    severity: 'error',
    message: 'two skills share one `id` and differ; neither is offered',
  },
  'card.signatures-malformed': { severity: 'error', message: '`signatures` is not a list' },
  'card.interfaces-unattested': {
    severity: 'error',
    message: 'the signature covers no interface of the card; none is offered',
  },
  'mcp.required-missing': { severity: 'error', message: 'a member that the protocol requires is absent' },
  'mcp.wrong-type': { severity: 'error', message: 'the value has the wrong type and counts as undeclared' },
  'mcp.unknown-member': {
    severity: 'info',
    message: 'the member is not part of the document and is not read',
  },
  'mcp.capability-malformed': {
    severity: 'error',
    message: 'the capability is not an object and counts as unsupported',
  },
  'mcp.capability-unknown': {
    severity: 'info',
    message: 'the revision does not define this capability; it is not offered',
  },
  'mcp.extension-malformed': {
    severity: 'error',
    message: 'the settings of the extension are not an object; it counts as unsupported',
  },
  'mcp.extension-unprefixed': {
    severity: 'error',
    message: 'the extension id has no vendor prefix and is not offered',
  },
  'mcp.tool-malformed': { severity: 'error', message: 'the tool cannot be read and is not offered' },
  'mcp.tool-repeated': { severity: 'warning', message: 'the tool is listed twice' },
  'mcp.tool-conflict': {
    severity: 'error',
    message: 'two tools share one name and differ; neither is offered',
  },
  'mcp.tools-undeclared': {
    severity: 'error',
    message: 'tools are listed and the capability `tools` is not declared; none is offered',
  },
  'mcp.version-malformed': { severity: 'error', message: 'the revision is not a date and is not offered' },
  'mcp.version-era': {
    severity: 'error',
    message: 'a revision from 2026-07-28 on is never agreed through `initialize`; it is not offered',
  },
} as const;

/** A stable code of a finding, documented in docs/cards.md and never renamed. */
export type FindingCode = keyof typeof ROWS;

/** Every finding that reading a provider's document can make. */
export const FINDING_CODES: Readonly<Record<FindingCode, FindingEntry>> = ROWS;
