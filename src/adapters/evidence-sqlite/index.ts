// SPDX-License-Identifier: Apache-2.0
export { openSqliteEvidence, type SqliteEvidenceOptions } from './open.js';
export { type VerifyFileOptions, verifySqliteEvidence } from './verify.js';
