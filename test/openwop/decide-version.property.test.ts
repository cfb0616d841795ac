// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideVersion } from '../../src/openwop/decide-version.js';
import type { VersionQuestion } from '../../src/openwop/types.js';
import { compareVersions, type ParsedVersion, parseVersion } from '../../src/openwop/version-grammar.js';
import { RUNS } from '../support/runs.js';

const small = fc.integer({ min: 0, max: 11 });
const a2aVersion = fc
  .tuple(small, small, fc.option(small, { nil: undefined }))
  .map(([major, minor, patch]) => `${major}.${minor}${patch === undefined ? '' : `.${patch}`}`);
const mcpVersion = fc
  .tuple(
    fc.integer({ min: 2023, max: 2027 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([y, m, d]) => `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`);

function questions(protocol: 'a2a' | 'mcp'): fc.Arbitrary<VersionQuestion> {
  const version = protocol === 'a2a' ? a2aVersion : mcpVersion;
  return fc.array(version, { minLength: 1, maxLength: 5 }).chain((offered) => {
    const near = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...offered) },
      { weight: 1, arbitrary: version },
    );
    return fc.record(
      {
        protocol: fc.constant(protocol),
        offered: fc.constant(offered),
        preferred: near,
        floor: near,
        authenticated: fc.boolean(),
        named: near,
        assumed: near,
        peer: fc.array(near, { maxLength: 4 }),
        answer: fc.constantFrom('exact' as const, 'counter' as const),
      },
      { requiredKeys: ['protocol', 'offered', 'preferred', 'floor', 'authenticated'] },
    );
  });
}

const question = fc.oneof(questions('a2a'), questions('mcp'));

function parse(protocol: 'a2a' | 'mcp', text: string): ParsedVersion {
  const parsed = parseVersion(protocol, text);
  if (parsed === undefined) throw new Error(`generated a malformed version ${text}`);
  return parsed;
}

function law(check: (asked: VersionQuestion, decision: ReturnType<typeof decideVersion>) => void): void {
  fc.assert(
    fc.property(question, (asked) => check(asked, decideVersion(asked))),
    { numRuns: RUNS },
  );
}

describe('the laws of a version decision', () => {
  it('never lies below the floor', () => {
    law((asked, decision) => {
      if (decision.outcome !== 'accepted') return;
      const { protocol, floor } = asked;
      expect(
        compareVersions(parse(protocol, decision.version), parse(protocol, floor)),
      ).toBeGreaterThanOrEqual(0);
    });
  });

  it('refuses a named version below the floor, whatever else is so', () => {
    law((asked, decision) => {
      const { protocol, floor, named } = asked;
      if (named === undefined || compareVersions(parse(protocol, named), parse(protocol, floor)) >= 0) return;
      expect(decision).toMatchObject({ outcome: 'refused', reason: 'below-floor' });
    });
  });

  it('is never below preferred, and never lowered from what was named, without authentication', () => {
    law((asked, decision) => {
      if (decision.outcome !== 'accepted' || asked.authenticated) return;
      const { protocol } = asked;
      const version = parse(protocol, decision.version);
      expect(compareVersions(version, parse(protocol, asked.preferred))).toBeGreaterThanOrEqual(0);
      if (asked.named !== undefined) {
        expect(compareVersions(version, parse(protocol, asked.named))).toBeGreaterThanOrEqual(0);
      }
    });
  });

  it('is a version that both sides offer, written as this side offers it', () => {
    law((asked, decision) => {
      if (decision.outcome !== 'accepted') return;
      expect(asked.offered).toContain(decision.version);
      if (asked.peer === undefined) return;
      const { key } = parse(asked.protocol, decision.version);
      expect(asked.peer.map((text) => parse(asked.protocol, text).key)).toContain(key);
    });
  });

  it('has `requested` exactly when something was named, and equal to it', () => {
    law((asked, decision) => {
      expect(Object.hasOwn(decision, 'requested')).toBe(asked.named !== undefined);
      expect(decision.requested).toBe(asked.named);
    });
  });

  it('accepts what was named where both offer it, it is high enough and nobody lowers it unauthenticated', () => {
    law((asked, decision) => {
      const { protocol, named } = asked;
      if (named === undefined || !asked.authenticated) return;
      const { key } = parse(protocol, named);
      const has = (list: readonly string[]) => list.some((text) => parse(protocol, text).key === key);
      if (!has(asked.offered) || !has(asked.peer ?? asked.offered)) return;
      if (compareVersions(parse(protocol, named), parse(protocol, asked.floor)) < 0) return;
      expect(decision).toMatchObject({ outcome: 'accepted', requested: named });
      if (decision.outcome === 'accepted') expect(parse(protocol, decision.version).key).toBe(key);
    });
  });

  it('refuses when nothing common is at or above the floor', () => {
    law((asked, decision) => {
      const { protocol } = asked;
      const peer = new Set((asked.peer ?? asked.offered).map((text) => parse(protocol, text).key));
      const common = asked.offered
        .map((text) => parse(protocol, text))
        .filter((v) => peer.has(v.key) && compareVersions(v, parse(protocol, asked.floor)) >= 0);
      if (common.length === 0) expect(decision.outcome).toBe('refused');
    });
  });

  it('never lists the refused version as supported, nor one below the floor', () => {
    law((asked, decision) => {
      if (decision.outcome !== 'refused') return;
      const { protocol, named } = asked;
      const keys = decision.supported.map((text) => parse(protocol, text));
      if (named !== undefined) expect(keys.map((v) => v.key)).not.toContain(parse(protocol, named).key);
      for (const v of keys) {
        expect(compareVersions(v, parse(protocol, asked.floor))).toBeGreaterThanOrEqual(0);
        expect(asked.offered).toContain(v.text);
      }
    });
  });

  it('does not depend on the order of the offers', () => {
    law((asked, decision) => {
      const turned = decideVersion({
        ...asked,
        offered: [...asked.offered].reverse(),
        ...(asked.peer === undefined ? {} : { peer: [...asked.peer].reverse() }),
      });
      expect(turned.outcome).toBe(decision.outcome);
      expect(turned.reason).toBe(decision.reason);
      if (turned.outcome === 'accepted' && decision.outcome === 'accepted') {
        expect(parse(asked.protocol, turned.version).key).toBe(parse(asked.protocol, decision.version).key);
      }
    });
  });

  it('raising the floor never turns a refusal into an acceptance', () => {
    fc.assert(
      fc.property(question, fc.nat(4), (asked, pick) => {
        const higher = asked.offered[pick % asked.offered.length] ?? asked.floor;
        if (compareVersions(parse(asked.protocol, higher), parse(asked.protocol, asked.floor)) <= 0) return;
        if (decideVersion(asked).outcome === 'accepted') return;
        const raised = decideVersion({ ...asked, floor: higher });
        // Unauthenticated, a higher floor may rule out the downgrade that was refused; never so for others.
        if (asked.authenticated) expect(raised.outcome).toBe('refused');
      }),
      { numRuns: RUNS },
    );
  });

  it('survives any text as what was named or offered by the peer', () => {
    fc.assert(
      fc.property(question, fc.string({ unit: 'binary' }), fc.array(fc.string()), (asked, named, peer) => {
        const decision = decideVersion({ ...asked, named, peer });
        if (parseVersion(asked.protocol, named) !== undefined) return;
        expect(decision).toMatchObject({ outcome: 'refused', malformed: true, requested: named });
      }),
      { numRuns: RUNS },
    );
  });
});

describe('comparing versions', () => {
  it('agrees with BigInt on every size of number', () => {
    const part = fc.bigInt({ min: 0n, max: 10n ** 40n });
    fc.assert(
      fc.property(part, part, part, part, (a, b, c, d) => {
        const left = parse('a2a', `${a}.${b}`);
        const right = parse('a2a', `${c}.${d}`);
        const expected = a === c ? (b === d ? 0 : b < d ? -1 : 1) : a < c ? -1 : 1;
        expect(Math.sign(compareVersions(left, right))).toBe(expected);
      }),
      { numRuns: RUNS },
    );
  });
});
