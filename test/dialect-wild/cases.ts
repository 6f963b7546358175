/** A value of an answer. */
type Cell = unknown;
export type Rows = readonly (readonly Cell[])[];

/**
 * What a run answers, one of:
 * - `rows`: these, in any order unless `ordered`; numbers within 1e-9;
 * - `shape`: one letter for each column, and at least one row: `n` number, `s` text, `d` date or moment, `b` Bool, 0 or
 *   1, `a` list, `x` anything; a capital letter also takes null;
 * - `refused`: 400 with this code, and a detail that matches.
 */
export type Expected =
  | { readonly rows: Rows; readonly ordered?: boolean }
  | { readonly shape: string }
  | { readonly refused: string; readonly says?: RegExp };

/**
 * A statement. `{action:Name}`, `{cohort:Name}` and `{person:name}` inside texts stand for ids, which differ from run
 * to run.
 */
export interface SqlCase {
  readonly name: string;
  readonly sql: string;
  /** `HogQLQuery.values` */
  readonly values?: object;
  /** `HogQLQuery.filters` */
  readonly filters?: object;
  readonly variables?: object;
  readonly filtersOverride?: object;
  /** Saved as an endpoint (201) and run by its name, instead of an ad-hoc query. */
  readonly stored?: boolean;
  readonly expected: Expected;
}

/**
 * What is compared with `expected` of an insight:
 * - `data`: the list of numbers of each series; `totals`: `aggregated_value` of each;
 * - `byValue`: an object of `breakdown_value` to `count` or `aggregated_value`;
 * - `counts`: of funnel steps; `retention`: the counts of each row; `lifecycle`: an object of status to numbers;
 * - `days`, `labels`: of the first series; `edges`: source, target, value of paths;
 * - `nested`: the counts of the steps of each breakdown value, sorted as texts;
 * - `shape`: number of series and of points, where nothing simpler can be computed;
 * - `seconds`: until the answer of a stored endpoint is no longer fresh.
 */
export type Reading =
  | 'data'
  | 'totals'
  | 'byValue'
  | 'counts'
  | 'retention'
  | 'lifecycle'
  | 'days'
  | 'labels'
  | 'edges'
  | 'nested'
  | 'shape'
  | 'seconds';

/** An insight query. */
export interface InsightCase {
  readonly name: string;
  readonly query: object;
  readonly reads?: Reading;
  readonly expected?: unknown;
  /** What `warnings` of the run (sent with `debug: true`) hold. */
  readonly warns?: RegExp;
  readonly variables?: object;
  readonly filtersOverride?: object;
  readonly refused?: string;
  readonly says?: RegExp;
}

/** A call whose answer says something to its reader. */
export interface MessageCase {
  readonly name: string;
  /** Calls before, whose answers are not looked at. */
  readonly before?: readonly (readonly [Method, string, object])[];
  readonly method?: Method;
  /** Below the project. */
  readonly path: string;
  readonly body?: object;
  readonly now?: string;
  readonly status: number;
  readonly code?: string;
  /** Texts that the answer's body holds. */
  readonly says?: readonly RegExp[];
  /** Each is found in the detail of one of the `warnings`. */
  readonly warns?: readonly RegExp[];
  /** Texts that it must not hold. */
  readonly never?: readonly RegExp[];
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
