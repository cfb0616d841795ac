// SPDX-License-Identifier: Apache-2.0
export {
  CANONICALIZERS,
  canonicalizeUnder,
  isProfileName,
  PROFILE_NAMES,
  PROFILES,
  type ProfileName,
} from '../profiles/profiles.js';
export { ALGORITHMS } from './algorithms.js';
export { createSignatureJudge } from './judge.js';
export { originOf, originsOf } from './origin.js';
export { type SignOptions, signCard } from './sign-card.js';
