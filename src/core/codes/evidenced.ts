// SPDX-License-Identifier: Apache-2.0
import { codes, type ErrorEntry } from './entry.js';

const NAMES = {
  EVIDENCED_ENTRY_INVALID: {
    message: 'the evidence entry cannot be kept',
    action: 'give every entry an identifier, a kind, a UTC time and a body of well-formed text',
  },
  EVIDENCED_BLOB_MISMATCH: {
    message: 'the bytes do not have the digest they are kept under',
    action: 'compute the digest over the bytes that are passed',
  },
  EVIDENCED_WRITE_FAILED: {
    message: 'the evidence could not be written',
    action: 'check free space and permissions; nothing was written and nothing was granted',
    retryable: true,
  },
  EVIDENCED_LOCKED: {
    message: 'another process holds the evidence file',
    action: 'try again, or find the process that keeps a transaction open on it',
    retryable: true,
  },
  EVIDENCED_CLOSED: {
    message: 'the evidence store or decision log is closed',
    action: 'open it again; close it only after the last decision',
  },
  EVIDENCED_SQLITE_UNAVAILABLE: {
    message: 'no SQLite can be loaded',
    action: 'run `npm install better-sqlite3` with this version of Node, or use Node 22.13 or newer',
  },
  EVIDENCED_FILE_INVALID: {
    message: 'the file is not an evidence log',
    action: 'name a file that parley wrote, or one that does not exist yet',
  },
  EVIDENCED_FORMAT_UNSUPPORTED: {
    message: 'the evidence log has a format that this version does not know',
    action: 'read it with the version that wrote it; docs/evidence.md lists the formats',
  },
  EVIDENCED_LOG_BROKEN: {
    message: 'the evidence log does not end where its head says, so nothing is appended to it',
    action: 'keep the file, run `parley evidence verify` on it and start a new log',
  },
  EVIDENCED_ENTRY_ALTERED: {
    message: 'the entry does not have the hash it is kept with',
    action: 'treat the entry as altered; compare it with a copy of the log',
  },
  EVIDENCED_ENTRY_MISSING: {
    message: 'entries are missing from the log',
    action: 'treat the log as cut; compare it with a copy of the log',
  },
  EVIDENCED_ENTRY_OUT_OF_ORDER: {
    message: 'the entry stands where its sequence number does not belong',
    action: 'treat the log as reordered; compare it with a copy of the log',
  },
  EVIDENCED_LINK_BROKEN: {
    message: 'the entry does not follow the entry before it',
    action: 'treat this entry or the one before as replaced; compare them with a copy of the log',
  },
  EVIDENCED_TAIL_CUT: {
    message: 'the log ends before its head',
    action: 'treat the log as cut; compare it with a copy of the log',
  },
  EVIDENCED_HEAD_MISMATCH: {
    message: 'the head of the log is not its last entry',
    action: 'treat the end of the log as changed; compare it with a copy of the log',
  },
  EVIDENCED_HEAD_UNKNOWN: {
    message: 'no entry of the log has the expected head hash',
    action: 'treat the log as rewritten or cut since the hash was noted; compare it with a copy of the log',
  },
  EVIDENCED_BLOB_MISSING: {
    message: 'a blob that the entry names is not in the log',
    action: 'treat the blob as removed; compare it with a copy of the log',
  },
  EVIDENCED_BLOB_ALTERED: {
    message: 'a blob that the entry names does not have its digest',
    action: 'treat the blob as altered; compare it with a copy of the log',
  },
  EVIDENCED_FILE_DAMAGED: {
    message: 'the evidence file is damaged',
    action: 'restore the file from a copy; what can still be read was checked',
  },
  EVIDENCED_DECISION_LOG_INVALID: {
    message: 'the decision log is not set up correctly',
    action: 'correct the rule or option that is named; docs/evidence.md lists them',
  },
  EVIDENCED_DECISION_LOG_FAILED: {
    message: 'the decision event could not be kept',
    action: 'check free space and permissions of the place where events are buffered',
    retryable: true,
  },
  EVIDENCED_ENTRY_ABSENT: {
    message: 'an entry that must be in the evidence is not there',
    action: 'run `parley evidence verify` on the log',
  },
} as const;

/** Codes of the evidenced part. */
export const EVIDENCED_CODES: Readonly<Record<keyof typeof NAMES, ErrorEntry>> = codes('evidenced', NAMES);
