import type { PlayedRun } from './use-run.ts';

/** What differs between two answers of the same endpoint. */
export interface AnswerChange {
  readonly added: number;
  readonly removed: number;
  readonly same: number;
  /** Newer minus older, in ms. */
  readonly tookMs: number;
}

/** Compares the rows of two answers as they are, each row once for each time it is there. */
export function compareAnswers(older: PlayedRun, newer: PlayedRun): AnswerChange {
  const before = rowsOf(older);
  const counts = Map.groupBy(before, (row) => row);
  const left = new Map([...counts].map(([row, those]) => [row, those.length]));
  let same = 0;
  const after = rowsOf(newer);
  for (const row of after) {
    const times = left.get(row) ?? 0;
    if (times === 0) continue;
    left.set(row, times - 1);
    same += 1;
  }
  return {
    added: after.length - same,
    removed: before.length - same,
    same,
    tookMs: newer.outcome.tookMs - older.outcome.tookMs,
  };
}

function rowsOf(run: PlayedRun): readonly string[] {
  const results = run.answer?.results;
  return Array.isArray(results) ? results.map((row) => JSON.stringify(row)) : [];
}
