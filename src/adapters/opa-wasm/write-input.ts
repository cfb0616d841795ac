// SPDX-License-Identifier: Apache-2.0
import type { PolicyInput } from '../../core/policy.js';
import { INPUT_LIMITS } from './limits.js';
import { JsonWriter, type WriteOptions } from './write-json.js';

// The envelope of `parley/decide`; `null` is a member that goes to policy as it is. Members are written in this
// order and others are left out, so the same request is the same bytes and nothing else reaches the policy.
interface Shape {
  readonly [member: string]: Shape | null;
}
const ENVELOPE: Shape = {
  requester: { ref: null, authenticated: null, tenant: null, workspace: null, attributes: null },
  provider: { ref: null, origin: null },
  card: {
    digest: null,
    signature: null,
    profile: null,
    keyId: null,
    unattested: null,
    protocolVersion: null,
    history: null,
  },
  skill: { id: null, tags: null, securityRequirements: null },
  scope: null,
  effect: { class: null, risk: null },
  negotiated: { inputModes: null, outputModes: null, extensions: null, missing: null, protocol: null },
  now: null,
};

interface Row {
  readonly name: string;
  readonly first: string;
  readonly next: string;
  readonly rows: readonly Row[] | undefined;
}
const ROWS: readonly Row[] = rowsOf(ENVELOPE);
const OPTIONS: WriteOptions = { limits: INPUT_LIMITS, code: 'AUTHORIZED_POLICY_INPUT' };

/**
 * The bytes of a decision's input: the envelope of design section 4, trimmed to it.
 * @throws AuthorizedError AUTHORIZED_POLICY_INPUT
 */
export function writeInput(input: PolicyInput): string {
  const writer = new JsonWriter(OPTIONS);
  writeRows(writer, input, ROWS, 1);
  return writer.finish();
}

function writeRows(writer: JsonWriter, value: unknown, rows: readonly Row[], depth: number): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw writer.refuse('not an object');
  const members = value as Readonly<Record<string, unknown>>;
  writer.raw('{');
  let first = true;
  for (const row of rows) {
    if (!Object.hasOwn(members, row.name)) continue;
    writer.raw(first ? row.first : row.next);
    first = false;
    writer.enter(row.name);
    if (row.rows === undefined) writer.value(members[row.name], depth);
    else writeRows(writer, members[row.name], row.rows, depth + 1);
    writer.leave();
  }
  writer.raw('}');
}

function rowsOf(shape: Shape): readonly Row[] {
  return Object.entries(shape).map(([name, part]) => ({
    name,
    first: `"${name}":`,
    next: `,"${name}":`,
    rows: part === null ? undefined : rowsOf(part),
  }));
}
