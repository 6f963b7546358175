import { UNUSED_MS } from '../catalog/saved-wants.ts';
import type { Wishes } from './choose-promotions.ts';

/** What is known of a project, or of some projects together. */
export interface WishFacts {
  /** Rows from which queries of the last seven days read each property. */
  readonly reads: ReadonlyMap<string, number>;
  /** Properties that saved endpoints read, with the time when the youngest of these was saved. */
  readonly saved: ReadonlyMap<string, number>;
  /** Properties that have a column. */
  readonly promoted: ReadonlySet<string>;
  /** Events of the project, each of which a new endpoint may read. */
  readonly events: number;
  /** Events of all projects, for which a column is written. */
  readonly tableRows: number;
  readonly nowMs: number;
}

/** With fewer rows read than this, parsing all of them takes a few seconds in total. */
const LEAST_READS = 10_000_000;

/**
 * The properties for which a column is worth its cost, with the rows that it spares parsing: those that a saved
 * endpoint reads, or that other queries read from more rows than the column has to be written for. Without a read for
 * seven days none is; an endpoint that has just been saved counts as if it had run once.
 */
export function wishesOf({ reads, saved, promoted, events, tableRows, nowMs }: WishFacts): Wishes {
  const wishes = new Map<string, number>();
  for (const [property, rows] of reads) {
    if (saved.has(property) || promoted.has(property) || rows >= Math.max(LEAST_READS, tableRows))
      wishes.set(property, rows);
  }
  for (const [property, savedAtMs] of saved) {
    if (nowMs - savedAtMs < UNUSED_MS) wishes.set(property, Math.max(events, wishes.get(property) ?? 0));
  }
  return wishes;
}
