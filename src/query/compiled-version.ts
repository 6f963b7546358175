import type { InsightQuery } from '../schema/insights/insight-query.ts';
import type { StreamFormat } from '../schema/output-format.ts';
import type { VariableType } from '../schema/variable-declaration.ts';
import type { ProjectContext } from './project-context.ts';
import type { ProjectReads } from './project-reads.ts';
import type { InsightShaping, OutputColumn, RunPlan } from './run-plan.ts';

/** A variable of a compiled query: declared or inferred. */
export interface QueryVariable {
  readonly name: string;
  readonly type: VariableType;
  readonly declared: boolean;
  readonly required: boolean;
  /** False for slots such as LIMIT or an interval amount. */
  readonly nullable: boolean;
  readonly default?: unknown;
}

/** What a caller may send with a run, checked for form by `schema/run-request.ts` and for meaning here. */
export interface RunParameters {
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly query_override?: Readonly<Record<string, unknown>>;
  readonly filters_override?: Readonly<Record<string, unknown>>;
  readonly limit?: number;
  readonly offset?: number;
}

/** One version of an endpoint, compiled once and kept; everything that does not depend on the caller. */
export interface CompiledVersion {
  readonly kind: string;
  /**
   * The query in one spelling: SQL without the white space, comments and keyword case of its author, an insight without
   * nulls and display-only members. Equal texts are the same query, so that saving it makes no version.
   */
  readonly canonicalQuery: string;
  /** Known at save time for SQL; absent for insights. */
  readonly columns?: readonly OutputColumn[];
  readonly variables: readonly QueryVariable[];
  readonly tables: readonly string[];
  /** Functions in the query that may answer differently for the same data and time, sorted. */
  readonly unstableFunctions: readonly string[];
  /** What compiling the version asked of the project. While these reads hold (`readsHold`), the version stays valid. */
  readonly reads: ProjectReads;
  /** Null when it can be materialized, else the reason why not. */
  readonly notMaterializable: string | null;
  /** Seconds; the age of [SPEC-4.2] when the endpoint sets none. */
  defaultCacheAgeSeconds(parameters: RunParameters): number;
  /**
   * Checks a caller's parameters completely and coerces them: everything that would refuse a computed answer refuses
   * here. Pure and cheap; does not depend on the time.
   * @throws AppError 400 codes; permission_denied for expressions that the caller may not send
   */
  prepare(parameters: RunParameters, options: PrepareOptions): PreparedRun;
}

export interface PrepareOptions {
  /** The project as it is now: parameters of a caller may name what the query itself does not. */
  readonly project: ProjectContext;
  /** Keys that `query_override` may carry; null = all but `kind`. */
  readonly allowedOverrides: readonly string[] | null;
  /** True when overrides may hold SQL expressions that are not those of the stored query. Default false. */
  readonly mayQuery?: boolean;
  /** Most rows an answer may hold. */
  readonly maxRows: number;
  /**
   * Plan for an answer that the engine writes in this format, with the user's column names. A `limit` of the caller is
   * then exact; without one that `maxRows` covers, one row more than `maxRows` is asked for, at which the engine
   * stops with an error. SQL only.
   */
  readonly stream?: StreamFormat;
  /** Most rows of a SQL query that has no LIMIT of its own; `maxRows` when absent. */
  readonly rowsWithoutLimit?: number;
}

export interface PreparedRun {
  /**
   * Canonical text of the effective query, coerced variables, filters, limit and offset. Equal texts mean equal
   * answers for the same version, reads of the project and data; different meanings never share a text.
   */
  readonly canonical: string;
  /** What the version and the parameters asked of the project. While these reads hold, the prepared run stays valid. */
  readonly reads: ProjectReads;
  /** True when variables, overrides or filters were given and are not empty ([SPEC-3.5]). */
  readonly hasParameters: boolean;
  /** True when the call holds SQL expressions of its own. Only callers who may send such expressions get this run. */
  readonly hasOwnExpression: boolean;
  /** True when a modifier of the query asks for what `debug: true` of a run adds. */
  readonly wantsDebug: boolean;
  /** @param nowMs milliseconds since 1970; relative dates and `now()` are resolved against it */
  plan(nowMs: number): RunPlan;
  /** All that the plan is made from, so that another thread can make its queries (`insightQueries`). Insights only. */
  readonly shaping?: (nowMs: number) => InsightShaping;
  /** The effective query, which says what the results are (`flattenInsight`). Insights only. */
  readonly insight?: InsightQuery;
}
