// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildNegotiationDecided } from '../../src/openwop/build-negotiation-decided.js';
import { buildRecord } from '../../src/openwop/build-record.js';
import { decideVersion } from '../../src/openwop/decide-version.js';
import { digestPeer, originOf } from '../../src/openwop/peer-digest.js';
import { validateRecord } from '../../src/openwop/validate-record.js';
import { RUNS } from '../support/runs.js';

const AT = '2026-10-11T12:00:00.000Z';
const EVENT_ID = 'event-0000000000000001';
const payload = buildNegotiationDecided({
  protocol: 'a2a',
  decision: { outcome: 'accepted', version: '0.3', requested: '1.0', reason: 'ok' },
  floor: '0.3',
  peerOrigin: 'https://peer.example/a',
  at: AT,
});
const hostEvent = buildRecord({ payload, eventId: EVENT_ID, at: AT, workspace: 'ws-1' });
const runEvent = buildRecord({ payload, eventId: EVENT_ID, at: AT, run: { runId: 'run-1', sequence: 0 } });

describe('the peer digest', () => {
  const same = ['https://Peer.Example', 'https://peer.example:443/', 'https://user:pw@peer.example/x?y#z'];
  it.each(same)('is of the origin alone: %s', (url) => {
    expect(digestPeer(url)).toBe(createHash('sha256').update('https://peer.example').digest('hex'));
  });
  it.each([
    ['http://peer.example:8080/a', 'http://peer.example:8080'],
    ['grpc://peer.example:50051', 'grpc://peer.example:50051'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://[::1]:80', 'http://[::1]'],
  ])('keeps scheme, host and port: %s', (url, origin) => {
    expect(originOf(url)).toBe(origin);
  });
  it.each(['', 'peer.example', 'urn:x:y', 'data:text/plain,x', 'https://', 'mailto:a@b'])(
    'refuses %j',
    (url) => {
      expect(() => digestPeer(url)).toThrow(expect.objectContaining({ code: 'OPENWOP_ORIGIN_MALFORMED' }));
    },
  );
});

describe('the record', () => {
  it('is a host event without a run', () => {
    expect(hostEvent).toEqual({
      eventId: EVENT_ID,
      type: 'negotiation.decided',
      timestamp: AT,
      delivery: 'durable',
      workspaceId: 'ws-1',
      payload,
    });
    expect(validateRecord(hostEvent)).toEqual(hostEvent);
  });
  it('is a run event inside a run', () => {
    expect(runEvent).toEqual({
      eventId: EVENT_ID,
      runId: 'run-1',
      type: 'negotiation.decided',
      payload,
      timestamp: AT,
      sequence: 0,
      schemaVersion: 1,
    });
    expect(validateRecord(runEvent)).toEqual(runEvent);
  });

  const { eventId: _eventId, ...withoutId } = hostEvent;
  const broken: [string, unknown][] = [
    ['nothing', null],
    ['a list', []],
    ['no eventId', withoutId],
    ['an empty eventId', { ...hostEvent, eventId: '' }],
    ['a run in a host event', { ...hostEvent, runId: 'run-1' }],
    ['a sequence in a host event', { ...hostEvent, sequence: 0 }],
    ['ephemeral', { ...hostEvent, delivery: 'ephemeral' }],
    ['a tenant', { ...hostEvent, tenant: 'acme' }],
    ['another type', { ...hostEvent, type: 'negotiation.started' }],
    ['no time', { ...hostEvent, timestamp: 'now' }],
    ['a day that does not exist', { ...hostEvent, timestamp: '2026-02-30T00:00:00Z' }],
    ['a run event with delivery', { ...runEvent, delivery: 'durable' }],
    ['a negative sequence', { ...runEvent, sequence: -1 }],
    ['half a sequence', { ...runEvent, sequence: 0.5 }],
    ['schemaVersion 0', { ...runEvent, schemaVersion: 0 }],
    ['a skill in the payload', { ...hostEvent, payload: { ...payload, skill: 'x' } }],
    ['a downgraded outcome', { ...hostEvent, payload: { ...payload, outcome: 'downgraded' } }],
    ['another reason', { ...hostEvent, payload: { ...payload, reason: 'policy' } }],
    ['an upper-case digest', { ...hostEvent, payload: { ...payload, peerDigest: 'A'.repeat(64) } }],
    ['an origin in clear', { ...hostEvent, payload: { ...payload, peerDigest: 'https://peer.example' } }],
    ['a null version', { ...hostEvent, payload: { ...payload, version: null } }],
    ['another protocol', { ...hostEvent, payload: { ...payload, protocol: 'acp' } }],
  ];
  it.each(broken)('is refused with %s', (_name, value) => {
    expect(() => validateRecord(value)).toThrow(expect.objectContaining({ code: 'OPENWOP_RECORD_INVALID' }));
  });
});

const upstream = new URL('../../../shared/upstream/openwop/', import.meta.url);

describe.skipIf(!existsSync(upstream))(
  'the record and the upstream shapes (../shared is absent: skipped)',
  () => {
    const read = (name: string): object => JSON.parse(readFileSync(new URL(name, upstream), 'utf8'));
    const build = () => {
      const ajv = new Ajv2020({ strict: false });
      addFormats.default(ajv);
      // its $ref resolves against the $id of the document that holds it
      ajv.addSchema(read('negotiation-decided.schema.json'), 'openwop/openwop/negotiation-decided');
      return ajv.compile(read('host-event.schema.json'));
    };
    it('accept the same host events', () => {
      const check = build();
      expect(check(hostEvent)).toBe(true);
      for (const extra of [{ runId: 'r' }, { sequence: 1 }, { tenant: 't' }]) {
        expect(check({ ...hostEvent, ...extra })).toBe(false);
      }
    });
  },
);

describe('the payload is content-free', () => {
  it('holds no string of the exchange that is longer than a version', () => {
    const longText = fc.string({ minLength: 11, maxLength: 60, unit: 'grapheme' });
    fc.assert(
      fc.property(
        longText,
        fc.constantFrom('a2a' as const, 'mcp' as const),
        fc.boolean(),
        (content, protocol, authenticated) => {
          const own = protocol === 'a2a' ? '1.0' : '2026-07-28';
          const decision = decideVersion({
            protocol,
            offered: [own],
            preferred: own,
            floor: own,
            named: content,
            authenticated,
          });
          const origin = `https://h${createHash('md5').update(content).digest('hex')}.example/${encodeURIComponent(content.toWellFormed())}`;
          const built = buildNegotiationDecided({
            protocol,
            decision,
            floor: own,
            peerOrigin: origin,
            at: AT,
          });
          for (const value of Object.values(built)) expect(value).not.toContain(content);
          expect(JSON.stringify(built)).not.toContain(origin.slice(0, 20));
        },
      ),
      { numRuns: RUNS },
    );
  });
  it('names what was named wherever it is a version or as short as one', () => {
    for (const requested of ['1.0', 'v1.0', '99.0', '1.0, 0.3']) {
      const built = buildNegotiationDecided({
        protocol: 'a2a',
        decision: { outcome: 'refused', requested, reason: 'unsupported', supported: [] },
        floor: '0.3',
        at: AT,
      });
      expect(built.requested).toBe(requested);
    }
  });
});
