// SPDX-License-Identifier: Apache-2.0

/** One thing to measure: a call that does the work once. */
export interface Subject {
  readonly name: string;
  run(): Promise<unknown> | unknown;
}

/** What was measured of one subject, in microseconds per call. */
export interface Measured {
  readonly name: string;
  /** Of the fastest round: what the code costs when nothing disturbs it. */
  readonly best: number;
  /** Median over the single calls of the rounds that were timed one by one. */
  readonly p50: number;
  readonly p99: number;
}

/** How a measurement is taken. */
export interface Plan {
  readonly rounds: number;
  readonly calls: number;
}

/**
 * Measure subjects in turn, round by round, so that whatever else the machine does hits all of them. The first round
 * warms up and does not count.
 */
export async function interleave(subjects: readonly Subject[], plan: Plan): Promise<readonly Measured[]> {
  const best = subjects.map(() => Number.POSITIVE_INFINITY);
  const samples = subjects.map((): number[] => []);
  for (let round = 0; round <= plan.rounds; round += 1) {
    for (const [index, subject] of subjects.entries()) {
      const times = await timeCalls(subject, plan.calls);
      if (round === 0) continue;
      const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
      best[index] = Math.min(best[index] ?? mean, mean);
      samples[index]?.push(...times);
    }
  }
  return subjects.map(({ name }, index) => {
    const sorted = (samples[index] ?? []).sort((a, b) => a - b);
    return { name, best: best[index] ?? 0, p50: at(sorted, 0.5), p99: at(sorted, 0.99) };
  });
}

async function timeCalls(subject: Subject, calls: number): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const start = process.hrtime.bigint();
    const answer = subject.run();
    if (answer instanceof Promise) await answer;
    times.push(Number(process.hrtime.bigint() - start) / 1_000);
  }
  return times;
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
