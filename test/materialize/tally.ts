/** Counts by name. */
export class Tally {
  readonly #counts = new Map<string, number>();

  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  add(name: string, times = 1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + times);
  }

  addAll(counts: Readonly<Record<string, number>>): void {
    for (const [name, times] of Object.entries(counts)) this.add(name, times);
  }
}
