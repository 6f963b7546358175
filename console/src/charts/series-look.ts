/** How one series is told from the others: never by colour alone. */
export interface SeriesLook {
  /** A colour of the theme, as CSS writes it. */
  readonly color: string;
  /** Of SVG `stroke-dasharray`; empty = a whole line. */
  readonly dash: string;
  readonly marker: 'circle' | 'square' | 'triangle' | 'diamond';
}

const COLORS = 8;
const DASHES = ['', '6 3', '2 3', '8 3 2 3'];
const MARKERS = ['circle', 'diamond', 'square', 'triangle'] as const;
const MOST_NAMES = 2000;

/**
 * Remembers which place of the series scale a name has, so that a name keeps its look when filters change what is
 * shown beside it. Holds at most 2,000 names, then begins anew.
 */
export class SeriesLooks {
  readonly #places = new Map<string, number>();

  /**
   * The look of each name, in their order. A new name takes the lowest place that no other of `names` has; the first
   * eight places differ in colour, the next eight have the same colours dashed, and so on.
   */
  of(names: readonly string[]): SeriesLook[] {
    if (this.#places.size > MOST_NAMES) this.#places.clear();
    const taken = new Set(names.flatMap((name) => this.#places.get(name) ?? []));
    for (const name of names) {
      if (this.#places.has(name)) continue;
      let place = 0;
      while (taken.has(place)) place += 1;
      taken.add(place);
      this.#places.set(name, place);
    }
    return names.map((name) => lookAt(this.#places.get(name) ?? 0));
  }
}

function lookAt(place: number): SeriesLook {
  const round = Math.floor(place / COLORS);
  return {
    color: `var(--series-${(place % COLORS) + 1})`,
    dash: DASHES[round % DASHES.length] ?? '',
    marker: MARKERS[(place + round) % MARKERS.length] ?? 'circle',
  };
}
