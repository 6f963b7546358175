import type { EngineParameters } from '../base/engine-parameter.ts';
import type { Sliced } from '../base/loop-slices.ts';
import type { CsvCell } from '../base/write-csv.ts';
import type { LookupSubject } from '../schema/lookup.ts';
import type { ProjectContext } from './project-context.ts';
import type { RunConstraint } from './run-constraint.ts';
import type { StoredQuery } from './stored-query.ts';

/** Things of the project that a query can list. */
export type ListName = 'actions' | 'cohorts' | 'endpoints';

/** One engine query, ready to run: printed text and every value bound by type. */
export interface PlannedQuery {
  readonly sql: string;
  readonly parameters: EngineParameters;
  /** Keys of event properties that the query reads, sorted. */
  readonly eventProperties: readonly string[];
  /** Lookups by which the query could be narrowed, whether there are such lookups or not. */
  readonly lookupSubjects: readonly LookupSubject[];
  /**
   * Lists of the project that the query reads: parameters of type `Array(String)` with the name of the list, which
   * whoever runs the query adds. Each text is the JSON of one thing.
   */
  readonly lists?: readonly ListName[];
  /** Rows that the engine may work on at once, for queries with large values; absent = as many as it likes. */
  readonly blockRows?: number;
}

/** A column of an answer: the user's name and the engine's type name. */
export interface OutputColumn {
  readonly name: string;
  readonly type: string;
}

/** Rows of an engine answer, parsed: `rows[i][j]` belongs to `columns[j]` of the planned query. */
export interface ResultTable {
  readonly columns: readonly OutputColumn[];
  readonly rows: readonly (readonly unknown[])[];
}

/** What an insight answers besides the envelope. */
export interface InsightAnswer {
  readonly results: unknown;
  readonly hasMore?: boolean;
  readonly resolvedDateRange?: { readonly date_from: string; readonly date_to: string };
}

/** An answer of an insight as one table: one row for each number, or for a few numbers that belong together. */
export interface FlatTable {
  /** The same for every answer of a kind, whatever its query asks for. */
  readonly columns: readonly string[];
  /** Cells in the order of `columns`. The rows repeat much, so each is made only when it is read. */
  readonly rows: Iterable<readonly CsvCell[]>;
}

/** What the queries of an insight, and its answer besides their rows, are made from: plain data. */
export interface InsightShaping {
  readonly stored: StoredQuery;
  /** What the call sent that decides the answer. */
  readonly parameters: {
    readonly variables?: Readonly<Record<string, unknown>>;
    readonly query_override?: Readonly<Record<string, unknown>>;
    readonly filters_override?: Readonly<Record<string, unknown>>;
    readonly constraint?: RunConstraint;
  };
  readonly options: { readonly allowedOverrides: readonly string[] | null; readonly mayQuery?: boolean };
  /** The part of the project that the run has read. */
  readonly project: ProjectContext;
  readonly nowMs: number;
  /** What the probes of the plan found, in order. */
  readonly probed: readonly ResultTable[];
}

/** The queries of a plan whose turn it is: a probe, or all others. Plain data. */
export interface PlannedQueries {
  readonly kind: 'probe' | 'insight';
  readonly queries: readonly PlannedQuery[];
}

/**
 * How to compute one answer.
 * - `table`: a SQL endpoint. The bytes of the engine pass through. When `limit` is set, the engine was asked for one
 *   row more than `limit`, so that `hasMore` is known. `columns` are in SELECT order.
 * - `insight`: run all queries (independent of each other), parse, shape. An answer may be large: it is made in slices.
 * - `probe`: run the query first, then go on with what it found (such as the first event of `date_from: "all"`).
 */
export type RunPlan =
  | {
      readonly kind: 'table';
      readonly query: PlannedQuery;
      readonly columns: readonly OutputColumn[];
      /** Most rows to return; one more was asked for. */
      readonly limit: number;
      readonly offset: number;
    }
  | {
      readonly kind: 'insight';
      readonly queries: readonly PlannedQuery[];
      readonly shape: (tables: readonly ResultTable[]) => Sliced<InsightAnswer>;
      /** The data from which another thread makes the same answer (`shapeInsight`). */
      readonly shaping: () => InsightShaping;
    }
  | {
      readonly kind: 'probe';
      readonly query: PlannedQuery;
      readonly next: (table: ResultTable) => RunPlan | Promise<RunPlan>;
    };
