// SPDX-License-Identifier: Apache-2.0
import { codes, type ErrorEntry } from './entry.js';

const NAMES = {
  OPENWOP_VERSION_MALFORMED: {
    message: 'the version is malformed',
    action: 'write A2A versions as `major.minor` and MCP revisions as a date, `YYYY-MM-DD`',
  },
  OPENWOP_ORIGIN_MALFORMED: {
    message: 'the origin is not a URL with a host',
    action: 'give the peer as `scheme://host[:port]`',
  },
  OPENWOP_RECORD_INVALID: {
    message: 'the record does not have the shape of a negotiation.decided event',
    action: 'correct the member named by the pointer; docs/versions.md shows the shape',
  },
  OPENWOP_SINK_FAILED: {
    message: 'the sink of the run did not take the record',
    action: 'repair the sink; the exchange was refused and the refusal is in the evidence',
    retryable: true,
  },
  OPENWOP_SINK_TIMEOUT: {
    message: 'the sink of the run did not answer in time',
    action:
      'repair the sink or raise its time limit; the exchange was refused and the refusal is in the evidence',
    retryable: true,
  },
  OPENWOP_ADDRESS_UNAVAILABLE: {
    message: 'the server cannot listen on its address',
    action: 'choose another `--host` or `--port`, or stop what uses it',
  },
} as const;

/** Codes of the openwop part. */
export const OPENWOP_CODES: Readonly<Record<keyof typeof NAMES, ErrorEntry>> = codes('openwop', NAMES);
