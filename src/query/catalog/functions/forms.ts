import type { Template } from '../function-row.ts';

/** Most bytes of a pattern that a column gives: the work of the engine for it in each row grows with its length. */
const LONGEST_PATTERN = 1_000;

/** Most elements that a lambda is called for when each call may go through a large value. */
const MOST_CALLS = 50_000;

/** Most rows of `numbers(n)`. Time ends a query of fewer, as it ends every other. */
export const MOST_NUMBERS = 1_000_000_000_000n;

/** What the compiler itself prints, besides calls and the nodes of its own tree. */
export const FORMS = {
  /** The text behind a path of a JSON text. */
  jsonKey: "JSONExtract($@, 'Nullable(String)')",
  /** The moment that a text names, NULL when it names none. */
  momentOfText: 'parseDateTime64BestEffortOrNull($1, 6, $z)',
  /** The truth value that a text names, NULL when it names none. */
  truthOfText: "multiIf($1 = 'true', true, $1 = 'false', false, NULL)",
  textOfTruth: "if($1, 'true', 'false')",
  /**
   * A pattern, and a list, that are refused when they are too long: within one call the engine checks no time limit.
   */
  shortPattern: `substring($1, 1 + throwIf(length($1) > ${LONGEST_PATTERN}))`,
  shortList: `arraySlice($1, 1 + throwIf(length($1) > ${MOST_CALLS}))`,
  /** A number as a start or count of `numbers`: nothing and what is negative are 0. */
  wholeNumber: 'toUInt64(greatest(ifNull($1, 0), 0))',
  /**
   * The same, refused beyond what `numbers` may make. A table function takes what the engine folds, and it does not
   * fold `throwIf`; it folds `repeat` and refuses so many repetitions as too large.
   */
  countOfNumbers: `toUInt64(greatest(ifNull($1, 0), 0)) + length(repeat('-', if(ifNull($1, 0) > ${MOST_NUMBERS}, ${MOST_NUMBERS}, 0)))`,
  /** A number that a csv can hold. */
  finiteNumber: 'if(isFinite($1), $1, NULL)',
  /** A moment with its offset: `+0900` becomes `+09:00`. */
  isoSecond: "replaceRegexpOne(formatDateTime($1, '%FT%T%z'), '(..)$', ':\\\\1')",
  isoMoment: "replaceRegexpOne(formatDateTime($1, '%FT%T.%f%z'), '(..)$', ':\\\\1')",
} as const satisfies Readonly<Record<string, Template>>;
