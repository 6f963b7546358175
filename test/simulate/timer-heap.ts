/** Something that is to happen at a time. */
export interface Timed {
  readonly atMs: number;
}

interface Entry<Item> {
  readonly item: Item;
  /** As they came: what is due at one time happens in that order. */
  readonly number: number;
}

/** What is to happen, the earliest first. The time of an item must not change while it is in here. */
export class TimerHeap<Item extends Timed> {
  readonly #entries: Entry<Item>[] = [];
  #count = 0;

  get size(): number {
    return this.#entries.length;
  }

  push(item: Item): void {
    const entry = { item, number: this.#count };
    this.#count += 1;
    let at = this.#entries.length;
    while (at > 0) {
      const parentAt = (at - 1) >> 1;
      const parent = this.#entries[parentAt];
      if (parent === undefined || isBefore(parent, entry)) break;
      this.#entries[at] = parent;
      at = parentAt;
    }
    this.#entries[at] = entry;
  }

  /** Takes out the earliest that is due by `untilMs`; undefined when none is. */
  takeNext(untilMs: number): Item | undefined {
    const [first] = this.#entries;
    if (first === undefined || first.item.atMs > untilMs) return undefined;
    const last = this.#entries.pop();
    if (last !== undefined && last !== first) this.#sink(last);
    return first.item;
  }

  /** Puts an entry where the first one was. */
  #sink(entry: Entry<Item>): void {
    let at = 0;
    for (;;) {
      let childAt = 2 * at + 1;
      const [left, right] = [this.#entries[childAt], this.#entries[childAt + 1]];
      if (left === undefined) break;
      let child = left;
      if (right !== undefined && isBefore(right, left)) {
        child = right;
        childAt += 1;
      }
      if (isBefore(entry, child)) break;
      this.#entries[at] = child;
      at = childAt;
    }
    this.#entries[at] = entry;
  }
}

function isBefore(one: Entry<Timed>, other: Entry<Timed>): boolean {
  return one.item.atMs < other.item.atMs || (one.item.atMs === other.item.atMs && one.number < other.number);
}
