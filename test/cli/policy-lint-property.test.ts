// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { readBundle } from '../../src/adapters/bundle/index.js';
import { loadPolicy } from '../../src/adapters/opa-wasm/index.js';
import { lintPolicy, parseModules } from '../../src/cli/policy/lint/index.js';
import type { JsonObject } from '../../src/core/json.js';
import { OPA, opa } from '../support/opa.js';

const scratch = mkdtempSync(join(tmpdir(), 'parley-property-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const POLICIES = process.env['PARLEY_DEEP'] === '1' ? 1_000 : 40;

// Conditions that people write. Attributes: user, risk, role, blocked, roles.
const positive = [
  'data.grants[input.user]',
  'input.user == "alice"',
  'input.user != "mallory"',
  'input.risk',
  'input.risk != "high"',
  'is_string(input.role)',
  'every r in input.roles { data.good[r] }',
  'known',
];
const absence = [
  'not deny["any"]',
  'count(deny) == 0',
  'deny == set()',
  'not bad',
  'not input.blocked',
  'not worse(input.role)',
  'bad == false',
  'tier != "high"',
  'object.get(input, "risk", "low") in {"low"}',
  'count([r | some r in input.roles; not data.good[r]]) == 0',
];
const deny = [
  'input.risk == "high"',
  'not input.risk',
  'input.role == "guest"',
  'object.get(input, "role", null) == null',
  'not data.good[input.role]',
  'input.blocked == true',
  'tier == "high"',
  'data.blocked[input.user]',
];

const body = fc
  .tuple(fc.subarray(positive, { maxLength: 3 }), fc.subarray(absence, { maxLength: 2 }))
  .map(([needs, lacks]) => [...needs, ...lacks])
  .filter((conditions) => conditions.length > 0);

const policy = fc
  .record({
    bodies: fc.array(body, { minLength: 1, maxLength: 2 }),
    denies: fc.array(fc.subarray(deny, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 }),
    bad: fc.subarray(deny, { minLength: 1, maxLength: 2 }),
    otherwise: fc.constantFrom('default', 'else', 'none'),
  })
  .map(({ bodies, denies, bad, otherwise }) =>
    [
      'default allow := false',
      ...(otherwise === 'else'
        ? [`allow := false if {\n\t${bad.join('\n\t')}\n} else if {\n\t${bodies[0]?.join('\n\t')}\n}`]
        : bodies.map((each) => `allow if {\n\t${each.join('\n\t')}\n}`)),
      ...denies.map((each) => `deny contains "any" if {\n\t${each.join('\n\t')}\n}`),
      ...(otherwise === 'none' ? [] : ['default bad := false']),
      `bad if {\n\t${bad.join('\n\t')}\n}`,
      'default tier := "low"',
      'tier := input.risk',
      'worse(role) if role == "guest"',
      'known if is_string(input.user)',
    ].join('\n\n'),
  );

const choices: Readonly<Record<string, readonly unknown[]>> = {
  user: [undefined, 'alice', 'mallory'],
  risk: [undefined, 'low', 'high'],
  role: [undefined, 'guest', 'member'],
  blocked: [undefined, true],
  roles: [undefined, ['member'], ['other']],
};

/** Every input of the choices. */
function inputs(): readonly JsonObject[] {
  let all: Record<string, unknown>[] = [{}];
  for (const [name, values] of Object.entries(choices)) {
    all = all.flatMap((each) =>
      values.map((value) => (value === undefined ? each : { ...each, [name]: value })),
    );
  }
  return all as JsonObject[];
}

describe.skipIf(OPA === undefined)('policies that the lint passes (skipped where opa is absent)', () => {
  it('never allow the empty input, and never reward leaving an attribute out', {
    timeout: 600_000,
  }, async () => {
    const sources = fc.sample(policy, { numRuns: POLICIES, seed: 20260501 });
    mkdirSync(join(scratch, 'all'));
    const names = sources.map((_, index) => `p${index}`);
    for (const [index, text] of sources.entries()) {
      writeFileSync(join(scratch, 'all', `p${index}.rego`), `package p${index}\n\n${text}\n`);
    }
    writeFileSync(
      join(scratch, 'all', 'data.json'),
      '{"grants":{"alice":true,"mallory":true},"good":{"member":true},"blocked":{"mallory":true}}',
    );
    const entrypoints = names.flatMap((name) => ['-e', `${name}/allow`]);
    opa(['build', '-t', 'wasm', '-b', 'all', ...entrypoints, '-o', 'all.tar.gz'], scratch);
    const { wasm, data } = await readBundle(join(scratch, 'all.tar.gz'));
    const loaded = await loadPolicy({ wasm, data, revision: '' }, { decide: 'p0/allow' });
    const asked = inputs();
    const passed: string[] = [];
    let rewarding = 0;
    for (const [index, name] of names.entries()) {
      const modules = await parseModules(OPA ?? '', [`all/${name}.rego`], scratch, process.env);
      const clean = lintPolicy({ modules, data, dataFile: '' }).every(
        (each) => each.code !== 'policy.undefined-input',
      );
      if (clean) passed.push(name);
      const allows = async (input: JsonObject) => (await loaded.evaluate(`${name}/allow`, input)) === true;
      for (const input of asked) {
        if (await allows(input)) continue;
        for (const attribute of Object.keys(input)) {
          const { [attribute]: _left, ...rest } = input;
          if (!(await allows(rest))) continue;
          rewarding += 1;
          if (clean)
            expect.fail(
              `leaving out ${attribute} of ${JSON.stringify(input)} is rewarded by\n${sources[index]}`,
            );
        }
      }
      if (clean) expect(await allows({}), sources[index]).toBe(false);
    }
    await loaded.close();
    // The law says nothing unless both kinds are there.
    expect(passed.length).toBeGreaterThan(POLICIES / 10);
    expect(rewarding).toBeGreaterThan(POLICIES);
  });
});
