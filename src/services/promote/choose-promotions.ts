import type { PromotedColumn } from '../../adapters/engine/statements/promoted-columns.ts';
import { MAX_READ_NAME_LENGTH } from '../../adapters/store/property-read-store.ts';

/** What is known when columns are chosen. */
export interface PromotionFacts {
  readonly columns: readonly PromotedColumn[];
  /** Rows from which queries read each property lately, of all projects together. */
  readonly reads: ReadonlyMap<string, number>;
  /** Rows of the table. */
  readonly tableRows: number;
  /** The engine writes or removes columns. */
  readonly isRewriting: boolean;
  /** Most columns; 0 = none. */
  readonly mostColumns: number;
  readonly nowMs: number;
}

/** What is to be done; the lists have no property in common. */
export interface PromotionChoice {
  /** Properties that get a column. */
  readonly promoted: readonly string[];
  /** Columns that no query is to use any more. */
  readonly retired: readonly PromotedColumn[];
  /** Retired columns that are worth it again. */
  readonly revived: readonly PromotedColumn[];
  /** Columns that no running query can use any more. */
  readonly dropped: readonly PromotedColumn[];
}

/** Below so many rows read, all parsing together takes a few seconds. */
const LEAST_READS = 10_000_000;
/** A newcomer takes the place of a column when it is read so many times as much. */
const LEAD = 2;
/** So many at once, so that the engine writes them in steps of moderate length. */
const MOST_AT_ONCE = 5;
/** Longer than any query that was planned with a column; other processes look at the table many times in it. */
const REST_MS = 3_600_000;

/**
 * Chooses the properties that have columns. One is worth a column when queries read it from more rows than writing the
 * column takes: those of the table. It keeps the column while there is room, since it came at a price; when there is
 * none, the least read one goes. Pure: processes with the same facts choose the same.
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

/** Texts that a statement cannot hold as they are stay without a column. */
function isPromotable(property: string): boolean {
  return property.length <= MAX_READ_NAME_LENGTH && property.isWellFormed();
}
