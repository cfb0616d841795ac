// SPDX-License-Identifier: Apache-2.0
export { agree } from './agree.js';
export { type NegotiateContext, negotiate } from './negotiate.js';
export { type Outcome, outcomeOf } from './outcome.js';
export type {
  ExtensionTerm,
  ExtensionTerms,
  ModeTerms,
  NegotiatedCapability,
  ProtocolTerms,
  Terms,
} from './types.js';
