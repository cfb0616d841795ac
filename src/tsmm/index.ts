// SPDX-License-Identifier: Apache-2.0
export { authorizationCheckpoint } from './authorization-checkpoint.js';
export { buildCheckpoint, type CheckpointParts } from './build-checkpoint.js';
export { buildNegotiation, type NegotiationParts } from './build-negotiation.js';
export { buildReceipt, type ReceiptParts } from './build-receipt.js';
export { capabilityNegotiation } from './capability-negotiation.js';
export { decisionReceipt } from './decision-receipt.js';
export { type DetectedKind, detectDocument, type UnsupportedKind } from './detect-document.js';
export { ALL_RULES } from './rules/all-rules.js';
export type { RuleRow } from './rules/rule.js';
export type {
  AuthorizationCheckpoint,
  CapabilityNegotiation,
  DecisionReceipt,
  DocumentKind,
  ExtensionDecision,
  ExtensionRequest,
  HostEventDocument,
  NegotiationOutcome,
  ReceiptOutcome,
  RuleFinding,
  RunEventDocument,
  Validation,
} from './types.js';
export { validateAnswer } from './validate-answer.js';
export { validateCheckpoint } from './validate-checkpoint.js';
export { type DocumentValidation, validateDocument } from './validate-document.js';
export { validateNegotiation } from './validate-negotiation.js';
export { validateReceipt } from './validate-receipt.js';
export { validateRecord } from './validate-record.js';
