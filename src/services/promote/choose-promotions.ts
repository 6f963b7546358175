import type { PromotedColumn } from '../../adapters/engine/statements/promoted-columns.ts';
import { MAX_READ_NAME_LENGTH } from '../../adapters/store/property-read-store.ts';

/** What is known when columns are chosen. */
export interface PromotionFacts {
  readonly columns: readonly PromotedColumn[];
  /** Number of rows from which recent queries read each property, over all projects. */
  readonly reads: ReadonlyMap<string, number>;
  /** Number of rows in the table. */
  readonly tableRows: number;
  /** True while the engine writes or removes columns. */
  readonly isRewriting: boolean;
  /** Most columns; 0 = none. */
  readonly mostColumns: number;
  readonly nowMs: number;
}

/** What is to be done. No property is in two of the lists. */
export interface PromotionChoice {
  /** Properties that get a column. */
  readonly promoted: readonly string[];
  /** Columns that queries are to stop using. */
  readonly retired: readonly PromotedColumn[];
  /** Retired columns that are worth their cost again. */
  readonly revived: readonly PromotedColumn[];
  /** Columns that no running query can use any more. */
  readonly dropped: readonly PromotedColumn[];
}

/** With fewer rows read than this, parsing all of them takes a few seconds in total. */
const LEAST_READS = 10_000_000;
/** A new property takes the place of a column when it is read this many times as much. */
const LEAD = 2;
/** Most columns promoted at once, so that the engine writes them in steps of moderate length. */
const MOST_AT_ONCE = 5;
/** Longer than any query that was planned with a column; within it other processes look at the table many times. */
const REST_MS = 3_600_000;

/**
 * Chooses the properties that have columns. A property is worth a column when queries read it from more rows than the
 * table has, which is the cost of writing the column. Because that cost is paid already, a column stays while there is
 * room; otherwise the least read column goes. Pure: processes with the same facts choose the same.
 */
export function choosePromotions(facts: PromotionFacts): PromotionChoice {
  const { columns, reads, tableRows, isRewriting, mostColumns, nowMs } = facts;
  const readsOf = (property: string): number => reads.get(property) ?? 0;
  const used = columns.filter(({ retiredAtMs }) => retiredAtMs === null);
  const retiredBefore = columns.filter(({ retiredAtMs }) => retiredAtMs !== null);
  const usedNames = new Set(used.map(({ property }) => property));
  const worth = [...reads]
    .filter(([property, rows]) => rows >= Math.max(LEAST_READS, tableRows) && isPromotable(property))
    .map(([property]) => property);
  const ranked = [
    ...used.map(({ property }) => ({ property, weight: LEAD * readsOf(property) })),
    ...worth
      .filter((property) => !usedNames.has(property))
      .map((property) => ({ property, weight: readsOf(property) })),
  ].sort((a, b) => b.weight - a.weight || (a.property < b.property ? -1 : 1));
  const wanted = new Set(ranked.slice(0, mostColumns).map(({ property }) => property));
  const revived = retiredBefore.filter(({ property }) => wanted.has(property));
  const rested = retiredBefore.filter(
    ({ property, retiredAtMs }) => !wanted.has(property) && nowMs - (retiredAtMs ?? nowMs) >= REST_MS,
  );
  const dropped = isRewriting ? [] : rested;
  const known = new Set(columns.map(({ property }) => property));
  const room = Math.max(0, mostColumns - (columns.length - dropped.length));
  const isBusy = isRewriting || used.some(({ isFilled }) => !isFilled);
  const promoted = isBusy ? [] : [...wanted].filter((property) => !known.has(property));
  return {
    promoted: promoted.slice(0, Math.min(room, MOST_AT_ONCE)),
    retired: used.filter(({ property }) => !wanted.has(property)),
    revived,
    dropped,
  };
}

/** False for texts that a statement cannot hold as they are; such properties get no column. */
function isPromotable(property: string): boolean {
  return property.length <= MAX_READ_NAME_LENGTH && property.isWellFormed();
}
