/** Draws from a seeded sequence (mulberry32): the same seed gives the same product life on every machine. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number in [low, high]. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One element; the list must not be empty. */
  pick<const T>(list: readonly T[]): T {
    if (list.length === 0) throw new RangeError('nothing to pick from');
    return list[this.between(0, list.length - 1)] as T;
  }

  /** A count with the given mean (Poisson by Knuth's product method; for means below about 30). */
  count(mean: number): number {
    const floor = Math.exp(-mean);
    let product = this.next();
    let drawn = 0;
    while (product > floor) {
      product *= this.next();
      drawn += 1;
    }
    return drawn;
  }
}
