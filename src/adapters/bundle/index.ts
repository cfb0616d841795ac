// SPDX-License-Identifier: Apache-2.0
export { openBundle } from './open-bundle.js';
export { listFiles, readBundle, readBundleFiles } from './read-bundle.js';
export { compareRevisions, refuseRollback } from './revision.js';
export { type SignBundleOptions, signBundle } from './sign-bundle.js';
export type {
  Bundle,
  BundleAlgorithm,
  BundleFile,
  BundleFiles,
  BundleKey,
  BundleLimits,
  BundleManifest,
  BundleSignature,
  BundleVerification,
  ReadBundleOptions,
  SeenBundle,
} from './types.js';
export { DEFAULT_BUNDLE_LIMITS } from './types.js';
export { writeArchive } from './write-archive.js';
