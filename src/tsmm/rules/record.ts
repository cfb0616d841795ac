// SPDX-License-Identifier: Apache-2.0
import { quote } from '../../core/errors.js';
import { parseTimestamp } from '../../core/time.js';
import type { NegotiationDecided } from '../../openwop/types.js';
import { compareVersions, parseVersion } from '../../openwop/version-grammar.js';
import type { Rule } from './rule.js';

/** What the rules read of either envelope of a `negotiation.decided` record. */
export interface DecidedRecord {
  readonly timestamp: string;
  readonly payload: NegotiationDecided;
}

/** The rules that a `negotiation.decided` record obeys by itself. */
export const RECORD_RULES: readonly Rule<DecidedRecord>[] = [
  {
    id: 'OPENWOP-ND-01',
    clause: 'RFC 0175 section D',
    meaning: 'An accepted version is named; a refused one is not.',
    *check({ payload: { outcome, version } }) {
      if (outcome === 'accepted' && version === undefined)
        yield { pointer: '/payload/version', message: 'accepted without a version' };
      if (outcome === 'refused' && version !== undefined)
        yield { pointer: '/payload/version', message: `refused, and ${quote(version)} is decided` };
    },
  },
  {
    id: 'OPENWOP-ND-02',
    clause: 'RFC 0175 section D',
    meaning: 'The reason is `ok` where, and only where, the version is accepted.',
    *check({ payload: { outcome, reason } }) {
      if (reason !== undefined && (outcome === 'accepted') !== (reason === 'ok'))
        yield { pointer: '/payload/reason', message: `${outcome} with reason \`${reason}\`` };
    },
  },
  {
    id: 'OPENWOP-ND-03',
    clause: 'spec/v2/core/interop.md, Negotiation is a protocol',
    meaning: 'No accepted version lies below the floor.',
    *check({ payload: { protocol, outcome, version, floor } }) {
      if (outcome !== 'accepted' || version === undefined || floor === undefined) return;
      const decided = parseVersion(protocol, version);
      const lowest = parseVersion(protocol, floor);
      if (decided !== undefined && lowest !== undefined && compareVersions(decided, lowest) < 0)
        yield { pointer: '/payload/version', message: `${quote(version)} lies below the floor` };
    },
  },
  {
    id: 'OPENWOP-ND-04',
    clause: 'spec/v2/core/events.md',
    meaning: 'Times are RFC 3339.',
    *check({ timestamp, payload }) {
      for (const [pointer, text] of [
        ['/timestamp', timestamp],
        ['/payload/at', payload.at],
      ] as const) {
        if (parseTimestamp(text) === undefined)
          yield { pointer, message: `${quote(text)} is not an RFC 3339 date-time` };
      }
    },
  },
  {
    id: 'OPENWOP-ND-05',
    clause: 'spec/v2/core/interop.md, Negotiation is a protocol',
    meaning:
      'The decided version and the floor are versions of the protocol; what was requested may be anything.',
    *check({ payload }) {
      for (const name of ['version', 'floor'] as const) {
        const text = payload[name];
        if (text !== undefined && parseVersion(payload.protocol, text) === undefined)
          yield {
            pointer: `/payload/${name}`,
            message: `${quote(text)} is no version of ${payload.protocol}`,
          };
      }
    },
  },
];
