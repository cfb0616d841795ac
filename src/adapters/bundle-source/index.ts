// SPDX-License-Identifier: Apache-2.0
export { createFileSource, type FileSourceOptions } from './file-source.js';
export { createHttpSource, type HttpSourceOptions } from './http-source.js';
export type {
  BundleSource,
  RunningBundle,
  SourceFailure,
  SourceOptions,
  SourceStatus,
  Timers,
} from './types.js';
