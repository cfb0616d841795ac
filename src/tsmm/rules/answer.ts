// SPDX-License-Identifier: Apache-2.0
import { quote } from '../../core/errors.js';
import { pointer } from '../../core/json.js';
import { LAYERS } from '../../core/layers.js';
import type { NegotiationAnswer } from '../negotiation-answer.js';
import type { CapabilityNegotiation, DecisionReceipt } from '../types.js';
import { isAcceptance } from './outcome.js';
import { isPermissive } from './receipt.js';
import type { Hit, Rule } from './rule.js';

/** The parts of an answer, once each of them has its shape. */
export interface AnswerParts {
  readonly answer: NegotiationAnswer;
  readonly negotiation: CapabilityNegotiation;
  readonly receipt: DecisionReceipt;
  /** Ids by which the record may be named: its own, and that of its entry in the evidence. */
  readonly recordIds: readonly string[];
}

/** The rules that hold between the documents of one answer. */
export const ANSWER_RULES: readonly Rule<AnswerParts>[] = [
  {
    id: 'TSMM-CN-18',
    clause: 'CN-1, CN-5',
    meaning:
      'The policy decision is the receipt at hand, and an acceptance never rests on one that does not allow.',
    *check({ negotiation, receipt }) {
      const where = '/negotiation/policyDecisionRef';
      if (negotiation.policyDecisionRef !== receipt.decisionId)
        yield { pointer: where, message: `${quote(negotiation.policyDecisionRef)} resolves to no receipt` };
      else if (isAcceptance(negotiation) && !isPermissive(receipt))
        yield { pointer: where, message: `accepted on a receipt that says \`${receipt.decision.outcome}\`` };
      else if (!isAcceptance(negotiation) && receipt.effect.admission === 'permitted')
        yield { pointer: where, message: `${negotiation.negotiationOutcome}, and the effect is permitted` };
    },
  },
  {
    id: 'TSMM-CN-19',
    clause: 'CN-4',
    meaning: 'Every evidence reference resolves, and the negotiation names its record.',
    *check({ answer, negotiation, receipt, recordIds }) {
      const known = new Set([...answer.evidence.refs, ...recordIds, receipt.decisionId]);
      yield* unresolved('/negotiation/evidenceRefs', negotiation.evidenceRefs, known);
      yield* unresolved('/receipt/evidenceRefs', receipt.evidenceRefs, known);
      if (!recordIds.some((id) => negotiation.evidenceRefs.includes(id)))
        yield { pointer: '/negotiation/evidenceRefs', message: 'the record is not named' };
    },
  },
  {
    id: 'PARLEY-NA-01',
    clause: 'docs/validation.md',
    meaning: 'The answer and the negotiation in it have one outcome.',
    *check({ answer, negotiation }) {
      if (answer.outcome !== negotiation.negotiationOutcome)
        yield {
          pointer: '/outcome',
          message: `${answer.outcome}, and the negotiation is ${negotiation.negotiationOutcome}`,
        };
    },
  },
  {
    id: 'PARLEY-NA-02',
    clause: 'CN-6',
    meaning:
      'Layers stand in their order; after a refusal none is passed until the evidence; an acceptance passed the first four.',
    *check({ answer, negotiation }) {
      let refused = false;
      for (const [index, { layer, status }] of answer.layers.entries()) {
        const where = pointer('', 'layers', index);
        if (layer !== LAYERS[index]) yield { pointer: where, message: `\`${layer}\` stands out of order` };
        if (refused && status !== 'not-reached' && layer !== 'evidenced')
          yield { pointer: where, message: `\`${layer}\` is ${status} after a refusal` };
        refused ||= status === 'refused';
        if (isAcceptance(negotiation) && index < 4 && status !== 'passed')
          yield { pointer: where, message: `an acceptance, and \`${layer}\` is ${status}` };
      }
    },
  },
];

function* unresolved(
  where: string,
  references: readonly string[],
  known: ReadonlySet<string>,
): Iterable<Hit> {
  for (const [index, reference] of references.entries()) {
    if (!known.has(reference))
      yield { pointer: pointer(where, index), message: `${quote(reference)} resolves to no evidence` };
  }
}
