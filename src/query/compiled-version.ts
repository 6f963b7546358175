import type { FiltersOverride } from '../schema/filters-override.ts';
import type { InsightQuery } from '../schema/insights/insight-query.ts';
import type { StreamFormat } from '../schema/output-format.ts';
import type { VariableDeclarations, VariableType } from '../schema/variable-declaration.ts';
import type { ProjectContext } from './project-context.ts';
import type { ProjectReads } from './project-reads.ts';
import type { RunConstraint } from './run-constraint.ts';
import type { InsightShaping, OutputColumn, RunPlan } from './run-plan.ts';
import type { StoredQuery } from './stored-query.ts';

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
  /** What the caller may see; never a part of what he sent. Absent = all rows of the project. */
  readonly constraint?: RunConstraint;
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
  /** The part that took long to make: plain data, from which `versionOf` makes this again. */
  readonly parts: CompiledParts;
  /** True when preparing a run compiles it, because its statement is not that of every other run. */
  isCompiledForRun(parameters: RunParameters, options: Pick<PrepareOptions, 'stream'>): boolean;
  /**
   * Checks a caller's parameters completely and coerces them: everything that would refuse a computed answer refuses
   * here. Pure and cheap; does not depend on the time.
   * @throws AppError 400 codes; permission_denied for expressions that the caller may not send
   */
  prepare(parameters: RunParameters, options: PrepareOptions): PreparedRun;
  /** As `prepare`, from what `prepare` has found for the same parameters and options in another thread. */
  preparedFrom(facts: PreparedFacts, parameters: RunParameters, options: PrepareOptions): PreparedRun;
}

/** What compiling a version gives: plain data, so that another thread can compile it. Each kind has more of it. */
export interface CompiledParts {
  readonly canonicalQuery: string;
  readonly reads: ProjectReads;
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

/** What checking the parameters of a run finds: plain data, so that another thread can check them. */
export interface PreparedFacts {
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
  /** Seconds; the age of [SPEC-4.2] when the endpoint sets none. */
  readonly defaultCacheAgeSeconds: number;
  /** The effective query, which says what the results are (`flattenInsight`). Insights only. */
  readonly insight?: InsightQuery;
  /** Which rows and columns of the result the run wants, as its plan says. SQL only. */
  readonly window?: Pick<TablePlan, 'columns' | 'limit' | 'offset'>;
}

type TablePlan = Extract<RunPlan, { kind: 'table' }>;

export interface PreparedRun extends PreparedFacts {
  /** @param nowMs milliseconds since 1970; relative dates and `now()` are resolved against it */
  plan(nowMs: number): RunPlan;
  /** All that the plan is made from, so that another thread can make its queries (`insightQueries`). Insights only. */
  readonly shaping?: (nowMs: number) => InsightShaping;
  /** The statement of the run, which another thread can compile; absent where nothing is compiled for a run. SQL. */
  readonly statement?: (nowMs: number) => UnboundStatement;
}

/** A SQL plan without its statement. */
export interface UnboundStatement {
  readonly toCompile: StatementToCompile;
  /** @param compiled what `compileForRun` has made */
  readonly planWith: (compiled: StatementOfRun) => RunPlan;
}

/** A SQL query that is to be compiled for one run, whose parameters have passed their check. Plain data. */
export interface StatementToCompile {
  readonly stored: StoredQuery;
  readonly declarations: VariableDeclarations;
  readonly override: FiltersOverride;
  readonly constraint: RunConstraint | undefined;
  readonly stream: StreamFormat | undefined;
  /** The part of the project that the run has read, without the modifiers of the query. */
  readonly project: ProjectContext;
  readonly nowMs: number;
}

/** A compiled statement; plain data, of which only the compiler knows the rest. */
export interface StatementOfRun {
  readonly columns: readonly OutputColumn[];
}
