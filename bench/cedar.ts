// SPDX-License-Identifier: Apache-2.0
import { type Context, preparsePolicySet, statefulIsAuthorized } from '@cedar-policy/cedar-wasm/nodejs';
import { loadDefaultPolicy } from '../dist/adapters/opa-wasm/index.js';
import type { PolicyInput } from '../dist/core/policy.js';
import { exampleInput, exampleWithGrants, REQUESTER } from './example.js';
import { interleave } from './interleave.js';
import { type Row, round } from './row.js';

/** What Cedar is given: the grants and nothing else, or all that the default policy looks at as well. */
type Facts = 'the grant alone' | 'the same facts';

interface Result {
  readonly grants: number;
  readonly facts: Facts;
  readonly decide: number;
  readonly cedar: number;
}

// One grant alone is a comparison of a text with itself, and told beside the rest: it decides nothing.
const SETTINGS: readonly (readonly [number, Facts])[] = [
  [1, 'the grant alone'],
  [10, 'the grant alone'],
  [100, 'the grant alone'],
  [1, 'the same facts'],
  [10, 'the same facts'],
];

/**
 * Row 5: `policy.decide` with the whole default policy against Cedar, its policy set parsed beforehand, over the same
 * grants and the same question. Cedar has a policy for each grant and no entities to read, its quickest form here.
 */
export async function againstCedar(): Promise<Row> {
  const input = await exampleInput();
  const results: Result[] = [];
  for (const [grants, facts] of SETTINGS) results.push(await measure(grants, facts, input));
  return {
    row: 5,
    what: 'policy.decide, the whole default policy, against preparsed cedar-wasm over the same grants',
    budget: 'faster, with the same facts and, from ten grants on, with the grants alone',
    measured: results
      .map(
        ({ grants, facts, decide, cedar }) =>
          `${count(grants)}, ${facts}: ${(decide / cedar).toFixed(2)}x (${decide.toFixed(1)} µs, Cedar ${cedar.toFixed(1)})`,
      )
      .join('; '),
    holds: results.every(
      ({ grants, facts, decide, cedar }) => (grants === 1 && facts === 'the grant alone') || decide < cedar,
    ),
    figures: Object.fromEntries(
      results.flatMap(({ grants, facts, decide, cedar }) => [
        [`${count(grants)}, ${facts}, decide`, round(decide)],
        [`${count(grants)}, ${facts}, cedar`, round(cedar)],
        [`${count(grants)}, ${facts}, ratio`, round(decide / cedar)],
      ]),
    ),
  };
}

async function measure(grants: number, facts: Facts, input: PolicyInput): Promise<Result> {
  const policy = await loadDefaultPolicy({ data: await exampleWithGrants(grants) });
  const decide = (): void => {
    const verdict = policy.decide(input);
    if ('then' in verdict || verdict.authorization.decision !== 'allow') throw new Error('not allowed');
  };
  const [ours, theirs] = await interleave(
    [
      { name: 'decide', run: decide },
      { name: 'cedar', run: cedarOf(grants, facts, input) },
    ],
    { rounds: 60, calls: 60 },
  );
  await policy.close();
  return { grants, facts, decide: ours?.best ?? 0, cedar: theirs?.best ?? 0 };
}

/** The question of the example, asked of Cedar. */
function cedarOf(grants: number, facts: Facts, input: PolicyInput): () => void {
  const skill = `${input.provider.ref}/${input.skill.id}`;
  const conditions = [
    'context.requester.authenticated',
    `context.scope == "${input.scope}"`,
    ...(facts === 'the grant alone' ? [] : CONDITIONS),
  ].join(' && ');
  const policies = Array.from({ length: grants }, (_, index) => {
    const requester = index === 0 ? REQUESTER : `client.agent.${index}`;
    return (
      `permit (principal == Requester::"${requester}", action == Action::"${input.effect.class}", ` +
      `resource == Skill::"${skill}") when { ${conditions} };`
    );
  });
  const id = `${grants} ${facts}`;
  const parsed = preparsePolicySet(id, { staticPolicies: policies.join('\n') });
  if (parsed.type !== 'success') throw new Error('Cedar does not take the policies');
  const { authenticated } = input.requester;
  // Every member of the envelope is JSON, which is what Cedar reads.
  const whole = JSON.parse(JSON.stringify(input)) as Context;
  return () => {
    const answer = statefulIsAuthorized({
      principal: { type: 'Requester', id: input.requester.ref },
      action: { type: 'Action', id: input.effect.class },
      resource: { type: 'Skill', id: skill },
      context: facts === 'the same facts' ? whole : { requester: { authenticated }, scope: input.scope },
      preparsedPolicySetId: id,
      validateRequest: false,
      entities: [],
    });
    if (answer.type !== 'success' || answer.response.decision !== 'allow')
      throw new Error('Cedar does not allow');
  };
}

// What the default policy asks beside the grant (docs/policy.md), as far as the settings of the example go.
const CONDITIONS: readonly string[] = [
  '["verified", "unsigned", "untrusted"].contains(context.card.signature)',
  '(!(context.card has history) || context.card.history.isEmpty())',
  '["declared", "undeclared"].contains(context.skill.securityRequirements.state)',
  '["0.3", "1.0"].contains(context.negotiated.protocol.version)',
  'context.negotiated.missing.isEmpty()',
  '["low", "medium"].contains(context.effect.risk)',
];

function count(grants: number): string {
  return grants === 1 ? '1 grant' : `${grants} grants`;
}
