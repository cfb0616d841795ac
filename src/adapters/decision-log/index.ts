// SPDX-License-Identifier: Apache-2.0
export { createDecisionEvent } from './create-decision-event.js';
export {
  createDecisionLog,
  type DecisionLog,
  type DecisionLogCounters,
  type DecisionLogOptions,
} from './decision-log.js';
export { createDrop, type Drop, type DropCondition, type DropRule } from './drop.js';
export { openFileSink } from './file-sink.js';
export { type HttpSink, type HttpSinkOptions, openHttpSink } from './http-sink.js';
export type { Timer } from './internal/uploader.js';
export { createLoggerSink } from './logger-sink.js';
export { createMask, type Mask, type MaskRule } from './mask.js';
export { type DecisionContext, toDecisionSource } from './to-decision-source.js';
export type { DecisionEvent, DecisionSink, DecisionSource, SinkCounters } from './types.js';
