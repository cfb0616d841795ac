// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CardFacts, CardSkill } from '../../src/advertised/types.js';
import { mediaTypeServes, parseMediaType } from '../../src/core/media-type.js';
import type { NegotiationRequest } from '../../src/core/request.js';
import { UNDECLARED } from '../../src/core/undeclared.js';
import { agree } from '../../src/negotiated/agree.js';
import { type Outcome, outcomeOf } from '../../src/negotiated/outcome.js';
import type { ModeTerms, ProtocolTerms, Terms } from '../../src/negotiated/types.js';
import { facts, protocolTerms, request, verdict } from '../support/generate.js';
import { RUNS } from '../support/runs.js';

const options = { numRuns: RUNS };

function skillOf(view: CardFacts): CardSkill {
  const [skill] = view.skills.values();
  if (skill === undefined) throw new Error('the generator makes one skill');
  return skill;
}

const termsFor = (view: CardFacts, asked: NegotiationRequest, protocol: ProtocolTerms): Terms =>
  agree(view, skillOf(view), asked, protocol);

const outcome = (terms: Terms, answer: Parameters<typeof outcomeOf>[0]['verdict']): Outcome =>
  outcomeOf({ refused: terms.refusals.length > 0, terms, verdict: answer });

const accepts = (result: Outcome): boolean => result === 'accepted' || result === 'accepted-with-constraints';

const sorted = (items: readonly string[]): readonly string[] => [...items].sort();

function checkModes(requested: readonly string[], terms: ModeTerms): void {
  const forRange = new Set(terms.forRange.map((grant) => grant.mode));
  for (const mode of terms.accepted) {
    const explained = requested.includes(mode) || forRange.has(mode);
    expect(explained).toBe(true);
  }
  for (const grant of terms.forRange) {
    const offer = parseMediaType(grant.mode);
    const range = parseMediaType(grant.range);
    expect(requested).toContain(grant.range);
    expect(offer !== undefined && range !== undefined && mediaTypeServes(offer, range)).toBe(true);
  }
  // Each requested mode is accepted, served as a range, or rejected: exactly one of them.
  for (const mode of requested) {
    const rejected = terms.rejected.filter((item) => item === mode).length;
    const isRange = parseMediaType(mode)?.subtype === '*';
    const accepted = terms.accepted.includes(mode) ? 1 : 0;
    if (isRange && !terms.undeclared) expect(rejected + accepted).toBeLessThanOrEqual(1);
    else expect(rejected + accepted).toBe(1);
  }
}

describe('the laws of negotiation (design section 3)', () => {
  it('accepts only what was requested, and accounts for every request once', () => {
    fc.assert(
      fc.property(facts, request, protocolTerms, (view, asked, protocol) => {
        const terms = termsFor(view, asked, protocol);
        checkModes(asked.inputModes, terms.inputModes);
        checkModes(asked.outputModes, terms.outputModes);
        const decided = [...terms.extensions.accepted, ...terms.extensions.rejected].map(({ uri }) => uri);
        expect(sorted(decided)).toEqual(sorted((asked.extensions ?? []).map(({ uri }) => uri)));
      }),
      options,
    );
  });

  it('is deterministic', () => {
    fc.assert(
      fc.property(facts, request, protocolTerms, (view, asked, protocol) => {
        const again = JSON.stringify(termsFor(view, asked, protocol));
        expect(JSON.stringify(termsFor(view, asked, protocol))).toBe(again);
      }),
      options,
    );
  });

  it('does not depend on the order of its inputs', () => {
    fc.assert(
      fc.property(facts, request, protocolTerms, verdict, (view, asked, protocol, answer) => {
        const reversed: NegotiationRequest = {
          ...asked,
          inputModes: asked.inputModes.toReversed(),
          outputModes: asked.outputModes.toReversed(),
          extensions: (asked.extensions ?? []).toReversed(),
        };
        const a = termsFor(view, asked, protocol);
        const b = termsFor(view, reversed, protocol);
        expect(outcome(b, answer)).toBe(outcome(a, answer));
        expect(sorted(b.inputModes.accepted)).toEqual(sorted(a.inputModes.accepted));
        expect(sorted(b.outputModes.accepted)).toEqual(sorted(a.outputModes.accepted));
        expect(sorted(b.extensions.missing)).toEqual(sorted(a.extensions.missing));
        expect(sorted(b.constraints)).toEqual(sorted(a.constraints));
      }),
      options,
    );
  });

  it('gives no more where the provider offers less', () => {
    fc.assert(
      fc.property(facts, request, protocolTerms, fc.nat(), (view, asked, protocol, seed) => {
        const before = termsFor(view, asked, protocol);
        const after = termsFor(offerLess(view, seed), asked, protocol);
        const uris = new Set(before.extensions.accepted.map(({ uri }) => uri));
        for (const { uri } of after.extensions.accepted) expect(uris.has(uri)).toBe(true);
        for (const mode of after.inputModes.accepted) expect(serves(before.inputModes, mode)).toBe(true);
        if (!after.outputModes.undeclared)
          for (const mode of after.outputModes.accepted) expect(serves(before.outputModes, mode)).toBe(true);
      }),
      options,
    );
  });

  it('never turns a rejection into an acceptance where the requester requires more', () => {
    fc.assert(
      fc.property(facts, request, protocolTerms, verdict, (view, asked, protocol, answer) => {
        const stricter = {
          ...asked,
          extensions: (asked.extensions ?? []).map((item) => ({ ...item, required: true })),
        };
        const before = outcome(termsFor(view, asked, protocol), answer);
        const after = outcome(termsFor(view, stricter, protocol), answer);
        if (before === 'rejected') expect(accepts(after)).toBe(false);
      }),
      options,
    );
  });

  it('rejects whatever policy denies, lacks an attribute for, or fails on', () => {
    fc.assert(
      fc.property(facts, request, protocolTerms, verdict, (view, asked, protocol, answer) => {
        const denied = answer.status !== 'decided' || answer.authorization.decision === 'deny';
        if (denied) expect(outcome(termsFor(view, asked, protocol), answer)).toBe('rejected');
      }),
      options,
    );
  });

  it('activates nothing where extensions are UNDECLARED', () => {
    fc.assert(
      fc.property(facts, request, protocolTerms, (view, asked, protocol) => {
        const silent: CardFacts = { ...view, capabilities: { ...view.capabilities, extensions: UNDECLARED } };
        const { extensions } = termsFor(silent, asked, protocol);
        expect(extensions.accepted).toEqual([]);
        expect(extensions.state).toBe('undeclared');
        const required = (asked.extensions ?? []).filter((item) => item.required).map(({ uri }) => uri);
        expect(extensions.missing).toEqual(required);
      }),
      options,
    );
  });

  it('never accepts with a required extension missing, nor without a common mode', () => {
    fc.assert(
      fc.property(facts, request, protocolTerms, verdict, (view, asked, protocol, answer) => {
        const terms = termsFor(view, asked, protocol);
        if (!accepts(outcome(terms, answer))) return;
        expect(terms.extensions.missing).toEqual([]);
        expect(terms.inputModes.accepted.length).toBeGreaterThan(0);
        expect(terms.outputModes.accepted.length).toBeGreaterThan(0);
        expect(terms.protocol.outcome).toBe('accepted');
      }),
      options,
    );
  });
});

// What was accepted before still covers the mode, if under another spelling or through a range.
function serves(before: ModeTerms, text: string): boolean {
  const mode = parseMediaType(text);
  return before.accepted.some((item) => {
    const granted = parseMediaType(item);
    return granted !== undefined && mode !== undefined && (item === text || mediaTypeServes(granted, mode));
  });
}

/** The same card with one extension or one mode less. */
function offerLess(view: CardFacts, seed: number): CardFacts {
  const drop = <T>(list: readonly T[]): readonly T[] =>
    list.filter((_, index) => index !== seed % (list.length || 1));
  const { extensions } = view.capabilities;
  const fewerExtensions: CardFacts['capabilities']['extensions'] =
    extensions === UNDECLARED ? UNDECLARED : drop(extensions);
  const skill = skillOf(view);
  const fewer: CardSkill = {
    ...skill,
    inputModes: skill.inputModes === UNDECLARED ? UNDECLARED : drop(skill.inputModes),
    outputModes: skill.outputModes === UNDECLARED ? UNDECLARED : drop(skill.outputModes),
  };
  return {
    ...view,
    capabilities: {
      ...view.capabilities,
      extensions: fewerExtensions,
    },
    defaultInputModes: view.defaultInputModes === UNDECLARED ? UNDECLARED : drop(view.defaultInputModes),
    defaultOutputModes: view.defaultOutputModes === UNDECLARED ? UNDECLARED : drop(view.defaultOutputModes),
    skills: new Map([[skill.id, fewer]]),
  };
}
