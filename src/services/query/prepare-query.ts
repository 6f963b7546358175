import { invariant } from '../../base/invariant.ts';
import {
  type CompiledVersion,
  compileVersion,
  type PreparedRun,
  type PrepareOptions,
  type ProjectContext,
  type RunParameters,
  type StoredQuery,
} from '../../query/plan.ts';
import type { VariableDeclarations } from '../../schema/variable-declaration.ts';

/** Rows of an ad-hoc SQL query that has no LIMIT of its own. */
const ROWS_WITHOUT_LIMIT = 100;

/** A query that is not stored, and all that its plan depends on. Plain data. */
export interface QueryToPrepare {
  readonly query: StoredQuery;
  readonly declarations: VariableDeclarations;
  readonly parameters: RunParameters;
  readonly project: ProjectContext;
  readonly maxRows: number;
  readonly nowMs: number;
}

/** What is known of a run before it is executed. */
export type PreparedQuery = Pick<PreparedRun, 'plan' | 'shaping' | 'statement' | 'reads' | 'wantsDebug'>;

/** The plan of a SQL query as plain data, with the same facts. */
export interface PreparedSql extends Pick<PreparedRun, 'reads' | 'wantsDebug'> {
  readonly plan: ReturnType<PreparedRun['plan']>;
}

/**
 * Compiles a query that is not stored.
 * @throws AppError 400 codes
 */
export function prepareQuery(asked: QueryToPrepare): PreparedQuery {
  return prepareCompiled(compileVersion(asked.query, asked.declarations, asked.project), asked);
}

/** As `prepareQuery`, for a query that is compiled. */
export function prepareCompiled(compiled: CompiledVersion, asked: QueryToPrepare): PreparedQuery {
  return compiled.prepare(asked.parameters, { ...optionsOf(asked), project: asked.project });
}

/** Whoever may ask queries of their own may change everything of them. */
export function optionsOf({ maxRows }: QueryToPrepare): Omit<PrepareOptions, 'project'> {
  return { allowedOverrides: null, mayQuery: true, maxRows, rowsWithoutLimit: ROWS_WITHOUT_LIMIT };
}

/** As `prepareQuery`, for a SQL query in a thread. */
export function prepareSql(asked: QueryToPrepare): PreparedSql {
  const { plan: planAt, reads, wantsDebug } = prepareQuery(asked);
  const plan = planAt(asked.nowMs);
  invariant(plan.kind === 'table', 'plans of insights are no plain data');
  return { plan, reads, wantsDebug };
}
