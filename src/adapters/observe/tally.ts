import type { Counter } from 'prom-client';

/** Most label sets that a tally keeps until it is flushed. Labels are closed lists, so the bound is never near. */
const MAX_LABEL_SETS = 10_000;

/**
 * Counts in front of a Prometheus counter: one map write per event. The counter itself is changed only when it is read,
 * because its own `inc` costs a microsecond or two, which a cached answer would feel.
 */
export class Tally<Labels extends string> {
  readonly #counter: Counter<Labels>;
  readonly #counts = new Map<string, { readonly labels: Record<Labels, string>; count: number }>();

  constructor(counter: Counter<Labels>) {
    this.#counter = counter;
  }

  /** @param key equal for equal labels */
  add(key: string, labels: () => Record<Labels, string>): void {
    const known = this.#counts.get(key);
    if (known !== undefined) {
      known.count += 1;
      return;
    }
    if (this.#counts.size >= MAX_LABEL_SETS) this.flush();
    this.#counts.set(key, { labels: labels(), count: 1 });
  }

  /** Adds what was counted to the Prometheus counter. */
  flush(): void {
    for (const { labels, count } of this.#counts.values()) this.#counter.inc(labels, count);
    this.#counts.clear();
  }
}
