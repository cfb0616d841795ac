// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { GroupCommit } from '../../../src/adapters/sqlite/group-commit.js';

interface Spy {
  readonly group: GroupCommit<number, string>;
  readonly batches: (readonly number[])[];
}

function spy(commit: (items: readonly number[], call: number) => readonly string[], retries = 0): Spy {
  const batches: (readonly number[])[] = [];
  const group = new GroupCommit<number, string>({
    commit: (items) => {
      batches.push(items);
      return commit(items, batches.length);
    },
    retryDelay: (error, attempt) => (error === 'busy' && attempt < retries ? 0 : undefined),
    mayBeOneItem: (error) => error === 'big',
  });
  return { group, batches };
}

const echo = (items: readonly number[]): readonly string[] => items.map((item) => `r${item}`);

describe('GroupCommit', () => {
  it('puts what arrives in one turn into one batch, and answers each with its own result', async () => {
    const { group, batches } = spy(echo);
    expect(await Promise.all([1, 2, 3].map((item) => group.add(item)))).toEqual(['r1', 'r2', 'r3']);
    expect(await group.add(4)).toBe('r4');
    expect(batches).toEqual([[1, 2, 3], [4]]);
  });

  it('bounds a batch', async () => {
    const { group, batches } = spy(echo);
    await Promise.all(Array.from({ length: 2_500 }, (_, index) => group.add(index)));
    expect(batches.map(({ length }) => length)).toEqual([1_024, 1_024, 452]);
  });

  it('tries the same items again, those that came meanwhile after them', async () => {
    const state = { late: undefined as Promise<string> | undefined };
    const { group, batches } = spy((items, call) => {
      if (call === 1) state.late = group.add(9);
      if (call < 3) throw 'busy';
      return echo(items);
    }, 5);
    expect(await Promise.all([group.add(1), group.add(2)])).toEqual(['r1', 'r2']);
    expect(await state.late).toBe('r9');
    expect(batches.slice(0, 2)).toEqual([
      [1, 2],
      [1, 2, 9],
    ]);
  });

  it('gives up when retries do not help, and starts afresh', async () => {
    const { group, batches } = spy((items, call) => {
      if (call <= 3) throw 'busy';
      return echo(items);
    }, 2);
    await expect(group.add(1)).rejects.toBe('busy');
    expect(batches).toHaveLength(3);
    expect(await group.add(2)).toBe('r2');
  });

  it('finds the one item to blame', async () => {
    const { group } = spy((items) => {
      if (items.includes(2)) throw 'big';
      return echo(items);
    });
    expect(await Promise.allSettled([1, 2, 3].map((item) => group.add(item)))).toEqual([
      { status: 'fulfilled', value: 'r1' },
      { status: 'rejected', reason: 'big' },
      { status: 'fulfilled', value: 'r3' },
    ]);
  });

  it('refuses a whole batch where no single item is to blame', async () => {
    const { group, batches } = spy(() => {
      throw 'full';
    });
    const settled = await Promise.allSettled([1, 2].map((item) => group.add(item)));
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(batches).toEqual([[1, 2]]);
  });

  it('is drained when everything is settled', async () => {
    const { group } = spy(echo);
    await group.drained();
    let settled = 0;
    const adds = [1, 2].map((item) => group.add(item).then(() => (settled += 1)));
    await group.drained();
    await Promise.all(adds);
    expect(settled).toBe(2);
  });
});
