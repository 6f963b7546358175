/** One line of the result table. */
export interface Row {
  readonly what: string;
  /** Value with unit, such as `12,300 /s`. */
  readonly value: string;
  /** Relation to the limit of the same run, such as `0.41 of node:http`; empty for the limit itself. */
  readonly relation: string;
}

/** A benchmark answers one question; `benchmarks/run.ts` lists them all. */
export interface Benchmark {
  readonly question: string;
  /**
   * @param scale share of the full amount of data, for benchmarks that have much
   * @param part only the rows whose name contains this text, for benchmarks with many contestants
   */
  measure(scale?: number, part?: string): Promise<readonly Row[]>;
}

/** The middle value; of an even count the lower of the two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** The value that this share of the values does not pass, such as 0.95. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

/**
 * Measures contestants in turns, so that whatever slows the machine for a while slows them all alike. The first round
 * warms up and does not count.
 */
export async function inRounds<Name extends string, Result>(
  rounds: number,
  contestants: Readonly<Record<Name, () => Promise<Result>>>,
): Promise<Readonly<Record<Name, readonly Result[]>>> {
  const names = Object.keys(contestants) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<Name, Result[]>;
  for (let round = 0; round <= rounds; round += 1)
    for (const name of names) {
      const result = await contestants[name]();
      if (round > 0) results[name].push(result);
    }
  return results;
}
