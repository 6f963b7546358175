import type { PromotedColumn } from '../../adapters/engine/statements/promoted-columns.ts';
import { MAX_READ_NAME_LENGTH } from '../../adapters/store/property-read-store.ts';

/** What one holder gains by columns: rows of seven days by property, from which a column spares parsing. */
export type Wishes = ReadonlyMap<string, number>;

/** What is known when columns are chosen. */
export interface PromotionFacts {
  readonly columns: readonly PromotedColumn[];
  /** The wishes of each large project, and of all other projects together as one more. */
  readonly wishes: readonly Wishes[];
  readonly largeProjects: number;
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

/** A new property takes the place of a column of the same holder when it gains this many times as much. */
const LEAD = 2;
/** Most columns promoted at once, so that the engine writes them in steps of moderate length. */
const MOST_AT_ONCE = 5;
/** Longer than any query that was planned with a column; within it other processes look at the table many times. */
const REST_MS = 3_600_000;
/** Columns that a holder may have, however many holders there are, as long as the table has room. */
const LEAST_SHARE = 3;

/**
 * Chooses the properties that have columns. Each holder wants what it gains most by, up to its share; the table has
 * what anybody wants. So what one holder wants takes no column from another: newcomers get what room there is, those
 * with the largest gain first. A column that nobody wants goes. Pure: processes with the same facts choose the same.
 */
export function choosePromotions(facts: PromotionFacts): PromotionChoice {
  const { columns, isRewriting, mostColumns, nowMs } = facts;
  const used = columns.filter(({ retiredAtMs }) => retiredAtMs === null);
  const retiredBefore = columns.filter(({ retiredAtMs }) => retiredAtMs !== null);
  const gains = wantedByAnybody(facts, new Set(used.map(({ property }) => property)));
  const byGain = (a: string, b: string): number =>
    (gains.get(b) ?? 0) - (gains.get(a) ?? 0) || (a < b ? -1 : 1);
  const kept = used.filter(({ property }) => gains.has(property)).slice(0, mostColumns);
  const revived = retiredBefore.filter(({ property }) => gains.has(property));
  const rested = retiredBefore.filter(
    ({ property, retiredAtMs }) => !gains.has(property) && nowMs - (retiredAtMs ?? nowMs) >= REST_MS,
  );
  const dropped = isRewriting ? [] : rested;
  const known = new Set(columns.map(({ property }) => property));
  const room = Math.max(0, mostColumns - (columns.length - dropped.length));
  const isBusy = isRewriting || used.some(({ isFilled }) => !isFilled);
  const newcomers = isBusy ? [] : [...gains.keys()].filter((property) => !known.has(property)).sort(byGain);
  return {
    promoted: newcomers.slice(0, Math.min(room, MOST_AT_ONCE)),
    retired: used.filter((column) => !kept.includes(column)),
    revived,
    dropped,
  };
}

/** The properties that any holder wants within its share, with the largest gain of any. */
function wantedByAnybody(
  { wishes, largeProjects, mostColumns }: PromotionFacts,
  usedNames: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const share = Math.min(
    mostColumns,
    Math.max(LEAST_SHARE, Math.floor(mostColumns / Math.max(1, largeProjects))),
  );
  const gains = new Map<string, number>();
  for (const ofHolder of wishes) {
    const weighed = [...ofHolder].map(([property, gain]) => {
      return { property, gain, weight: usedNames.has(property) ? LEAD * gain : gain };
    });
    const ranked = weighed
      .filter(({ property, gain }) => gain > 0 && isPromotable(property))
      .sort((a, b) => b.weight - a.weight || (a.property < b.property ? -1 : 1));
    for (const { property, gain } of ranked.slice(0, share))
      gains.set(property, Math.max(gain, gains.get(property) ?? 0));
  }
  return gains;
}

/** False for texts that a statement cannot hold as they are; such properties get no column. */
function isPromotable(property: string): boolean {
  return property.length <= MAX_READ_NAME_LENGTH && property.isWellFormed();
}
