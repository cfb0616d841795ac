// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { builtinsOf } from '../../src/cli/policy/lint/builtins.js';
import { lintPolicy, parseModules } from '../../src/cli/policy/lint/index.js';
import type { JsonObject } from '../../src/core/json.js';
import { OPA } from '../support/opa.js';

const scratch = mkdtempSync(join(tmpdir(), 'parley-lint-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const capabilities = builtinsOf(JSON.parse(readFileSync('policies/capabilities.json', 'utf8')));

/** Codes and rows of what the lints say about a policy of package `p`; the first line of `rego` is row 4. */
async function lint(rego: string, data: JsonObject = {}): Promise<readonly string[]> {
  writeFileSync(join(scratch, 'p.rego'), `package p\n\nimport data.lib\n${rego}\n`);
  const modules = await parseModules(OPA ?? '', ['p.rego'], scratch, process.env);
  const findings = lintPolicy({
    modules,
    data,
    dataFile: 'data.json',
    builtins: capabilities,
    entrypoints: ['p/allow'],
  });
  return findings.map((each) => `${each.code}:${each.row}`);
}

const TRAP = 'policy.undefined-input';

describe.skipIf(OPA === undefined)('the undefined-input trap (skipped where opa is absent)', () => {
  it.each([
    ['a default that grants', 'default allow := true\nallow := false if input.user == "mallory"', 4],
    ['a default that grants whatever is asked', 'default allow := true', 4],
    [
      'a granting default in an object',
      'default allow := {"decision": "allow"}\nallow := {"decision": "deny"} if input.bad',
      4,
    ],
    ['not an attribute', 'default allow := false\nallow if not input.blocked', 5],
    ['not a comparison', 'default allow := false\nallow if not input.user == "mallory"', 5],
    ['not a builtin', 'default allow := false\nallow if not startswith(input.user, "evil.")', 5],
    ['not a lookup', 'default allow := false\nallow if not data.blocked[input.user]', 5],
    ['not a rule', 'default allow := false\nallow if not bad\nbad if input.user == "mallory"', 5],
    [
      'not a rule of a rule',
      'default allow := false\nallow if not bad\nbad if worse\nworse if input.risk == "high"',
      5,
    ],
    ['not a function', 'default allow := false\nallow if not bad(input.user)\nbad(u) if data.blocked[u]', 5],
    [
      'not a function that reads the input',
      'default allow := false\nallow if not bad("x")\nbad(r) if input.risk == r',
      5,
    ],
    [
      'not a member of a set',
      'default allow := false\nallow if not deny["x"]\ndeny contains "x" if input.risk == "high"',
      5,
    ],
    ['not in', 'default allow := false\nallow if not input.user in data.blocked', 5],
    ['not any', 'default allow := false\nallow if not deny[_]\ndeny contains "x" if input.risk == "high"', 5],
    [
      'not count above zero',
      'default allow := false\nallow if not count(deny) > 0\ndeny contains "x" if input.risk == "high"',
      5,
    ],
    [
      'count is zero',
      'default allow := false\nallow if count(deny) == 0\ndeny contains "x" if input.risk == "high"',
      5,
    ],
    [
      'zero is count',
      'default allow := false\nallow if 0 == count(deny)\ndeny contains "x" if input.risk == "high"',
      5,
    ],
    [
      'count below one',
      'default allow := false\nallow if count(deny) < 1\ndeny contains "x" if input.risk == "high"',
      5,
    ],
    [
      'count at most zero',
      'default allow := false\nallow if count(deny) <= 0\ndeny contains "x" if input.risk == "high"',
      5,
    ],
    [
      'one above count',
      'default allow := false\nallow if 1 > count(deny)\ndeny contains "x" if input.risk == "high"',
      5,
    ],
    [
      'the empty set',
      'default allow := false\nallow if deny == set()\ndeny contains "x" if input.risk == "high"',
      5,
    ],
    ['an emptiness as the value', 'allow := count(deny) == 0\ndeny contains "x" if input.risk == "high"', 4],
    [
      'an emptiness by a variable',
      'default allow := false\nallow := ok if ok := count(deny) == 0\ndeny contains "x" if input.risk == "high"',
      5,
    ],
    [
      'an empty comprehension',
      'default allow := false\nallow if count([r | some r in input.roles; data.bad[r]]) == 0',
      5,
    ],
    [
      'an empty comprehension as a list',
      'default allow := false\nallow if [r | some r in input.roles; data.bad[r]] == []',
      5,
    ],
    [
      'a default compared',
      'default allow := false\nallow if bad == false\ndefault bad := false\nbad if input.user == "mallory"',
      5,
    ],
    [
      'a default not unequal',
      'default allow := false\nallow if tier != "high"\ndefault tier := "low"\ntier := input.risk',
      5,
    ],
    [
      'a default in a set',
      'default allow := false\nallow if tier in {"low", "medium"}\ndefault tier := "low"\ntier := input.risk',
      5,
    ],
    [
      'a fallback that is harmless',
      'default allow := false\nallow if object.get(input, "risk", "low") == "low"',
      5,
    ],
    [
      'a fallback in a set',
      'default allow := false\nallow if object.get(input, ["effect", "risk"], "low") in {"low"}',
      5,
    ],
    ['a later branch', 'allow := false if {\n input.risk == "high"\n} else := true', 6],
    [
      'a later branch of words',
      'allow := "deny" if {\n count(deny) > 0\n} else := "allow"\ndeny contains "x" if input.risk == "high"',
      6,
    ],
    [
      'every over a comprehension',
      'default allow := false\nallow if every r in [x | some x in input.roles] { data.good[r] }',
      5,
    ],
    [
      'every over a fallback',
      'default allow := false\nallow if every r in object.get(input, "roles", []) { data.good[r] }',
      5,
    ],
    [
      'every over a partial rule',
      'default allow := false\nallow if every r in roles { data.good[r] }\nroles contains r if some r in input.roles',
      5,
    ],
    [
      'a negation within every',
      'default allow := false\nallow if { input.user; every r in data.rules { not r.risk == input.risk } }',
      5,
    ],
    [
      'another attribute needed',
      'default allow := false\nallow if {\n input.user == "alice"\n not bad\n}\nbad if input.risk == "high"',
      7,
    ],
    [
      'a wider attribute needed',
      'default allow := false\nallow if {\n input.effect\n not bad\n}\nbad if input.effect.risk == "high"',
      7,
    ],
    [
      'a deny for another absence',
      'default allow := false\nallow if count(deny) == 0\ndeny contains "x" if input.risk == "high"\ndeny contains "y" if not input.user',
      5,
    ],
    [
      'a deny for some absences',
      'default allow := false\nallow if count(deny) == 0\ndeny contains "x" if input.risk == "high"\ndeny contains "y" if { input.user == "guest"; not input.risk }',
      5,
    ],
    ['a trap in a helper', 'default allow := false\nallow if fine\nfine if not input.blocked', 6],
    [
      'a trap in a helper of a decision',
      'default allow := {"decision": "deny"}\nallow := {"decision": "allow"} if fine\nfine if not input.blocked',
      6,
    ],
  ])('is found: %s', async (_name, rego, row) => {
    expect(await lint(rego)).toContain(`${TRAP}:${row}`);
  });

  it.each([
    ['what is needed', 'default allow := false\nallow if data.grants[input.user]'],
    ['inequality', 'default allow := false\nallow if input.user != "mallory"'],
    [
      'the attribute needed beside',
      'default allow := false\nallow if {\n input.risk\n not bad\n}\nbad if input.risk == "high"',
    ],
    [
      'the attribute needed by a helper',
      'default allow := false\nallow if {\n known\n not bad\n}\nknown if is_string(input.risk)\nbad if input.risk == "high"',
    ],
    [
      'a deeper attribute needed',
      'default allow := false\nallow if {\n input.effect.risk != ""\n not input.effect == 1\n}',
    ],
    [
      'a deny for the absence',
      'default allow := false\nallow if count(deny) == 0\ndeny contains "x" if input.risk == "high"\ndeny contains "y" if not input.risk',
    ],
    [
      'a gap for the absence',
      'default allow := false\nallow if count(deny) == 0\ndeny contains "x" if input.risk == "high"\ndeny contains "y" if object.get(input, "risk", null) == null',
    ],
    ['not data', 'default allow := false\nallow if { input.user; not data.locked }'],
    ['a deny by absence', 'default allow := false\nallow if input.user == "alice"\ndeny if not input.user'],
    ['asking for absence', 'default allow := false\nallow if object.get(input, "blocked", null) == null'],
    ['every over the input', 'default allow := false\nallow if every r in input.roles { data.good[r] }'],
    [
      'a deny with a default',
      'default allow := false\nallow := data.grants[input.user] if deny == false\ndefault deny := true\ndeny := false if input.risk == "low"',
    ],
    [
      'an allow before a deny',
      'default allow := false\nallow if {\n input.risk == "low"\n} else := false if {\n input.risk == "high"\n}',
    ],
    [
      'a later branch that needs it',
      'default allow := false\nallow := false if {\n input.risk == "high"\n} else := true if {\n input.risk == "low"\n}',
    ],
  ])('is not found in %s', async (_name, rego) => {
    expect(await lint(rego)).not.toContain(expect.stringContaining(TRAP));
    expect((await lint(rego)).filter((each) => each.startsWith(TRAP))).toEqual([]);
  });
});

describe.skipIf(OPA === undefined)('the other lints (skipped where opa is absent)', () => {
  it.each([
    ['an entrypoint without a default', 'allow if input.user', 'policy.entrypoint-default:4'],
    ['an entrypoint nobody answers', 'deny if input.user', 'policy.entrypoint-missing:0'],
    [
      'an annotated entrypoint',
      'allow := 1\n\n# METADATA\n# entrypoint: true\nmore if input.x',
      'policy.entrypoint-default:8',
    ],
    [
      'a builtin of the clock',
      'default allow := false\nallow if input.t < time.now_ns()',
      'policy.builtin:5',
    ],
    [
      'a builtin of the network',
      'default allow := false\nallow if http.send({"url": input.u}).status == 200',
      'policy.builtin:5',
    ],
    ['a builtin in a head', 'default allow := false\nallow := sprintf("%v", [input.u])', 'policy.builtin:5'],
    [
      'a builtin in a comprehension',
      'default allow := false\nallow if count([x | x := uuid.rfc4122(input.k)]) > 3',
      'policy.builtin:5',
    ],
    [
      'a scan',
      'default allow := false\nallow if {\n some g in data.grants\n g.subject == input.user\n}',
      'policy.scan:7',
    ],
    [
      'a scan the other way round',
      'default allow := false\nallow if {\n some g in data.grants\n input.user == g.subject\n}',
      'policy.scan:7',
    ],
    [
      'a scan by key',
      'default allow := false\nallow if {\n some k, g in data.grants\n k == input.user\n g\n}',
      'policy.scan:7',
    ],
    [
      'a scan by wildcard',
      'default allow := false\nallow if data.grants[_].subject == input.user',
      'policy.scan:5',
    ],
    [
      'a scan by variable',
      'default allow := false\nallow if data.grants[i].subject == input.user',
      'policy.scan:5',
    ],
    [
      'a scan by assignment',
      'default allow := false\nallow if {\n g := data.grants[_]\n g.subject == input.user\n}',
      'policy.scan:7',
    ],
    [
      'a scan in a comprehension',
      'default allow := false\nallow if count([g | some g in data.grants; g.subject == input.user]) > 0',
      'policy.scan:5',
    ],
    [
      'a scan by another name',
      'default allow := false\ngrants := data.grants\nallow if {\n some g in grants\n g.subject == input.user\n}',
      'policy.scan:8',
    ],
    [
      'a scan by an import',
      'default allow := false\nallow if {\n some g in lib.grants\n g.subject == input.user\n}',
      'policy.scan:7',
    ],
  ])('find %s', async (_name, rego, found) => {
    expect(await lint(rego)).toContain(found);
  });

  it.each([
    ['a lookup', 'default allow := false\nallow if data.grants[input.user].ok'],
    [
      'a lookup by variable',
      'default allow := false\nallow if {\n u := input.user\n data.grants[u].ok == true\n}',
    ],
    [
      'the input gone through',
      'default allow := false\nallow if {\n some r in input.roles\n data.roles[r].ok == true\n}',
    ],
    [
      'all of data wanted',
      'default allow := false\nallow if { input.user; every r in data.rules { r.ok == true } }',
    ],
    ['a function of its own', 'default allow := false\nallow if f(input.user)\nf(x) if x == "alice"'],
  ])('leave %s alone', async (_name, rego) => {
    expect(await lint(rego)).toEqual([]);
  });

  it('find grants that are listed instead of keyed', async () => {
    const rego = 'default allow := false';
    expect(await lint(rego, { grants: [{ subject: 'a' }, { subject: 'b' }] })).toEqual([
      'policy.unkeyed-grants:0',
    ]);
    expect(await lint(rego, { a: { roles: [{ id: 'a', x: 1 }] } })).toEqual(['policy.unkeyed-grants:0']);
    expect(
      await lint(rego, { grants: { a: ['x', 'y'] }, b: [], c: [{ subject: 1 }], d: [{ note: 'n' }] }),
    ).toEqual([]);
  });
});

const PACK = 'policies/parley';
describe.skipIf(OPA === undefined || !existsSync(PACK))(
  'the default pack (skipped where opa is absent)',
  () => {
    it('has none of it', async () => {
      const files = (readdirSync(PACK, { recursive: true }) as string[])
        .filter((name) => name.endsWith('.rego') && !name.endsWith('_test.rego'))
        .map((name) => `${PACK}/${name}`);
      const modules = await parseModules(OPA ?? '', files, process.cwd(), process.env);
      const data = JSON.parse(readFileSync('policies/bundle/data.json', 'utf8')) as JsonObject;
      expect(lintPolicy({ modules, data, dataFile: 'data.json', builtins: capabilities })).toEqual([]);
    });
  },
);
