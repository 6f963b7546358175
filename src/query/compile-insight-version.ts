import { AppError } from '../base/errors.ts';
import type { VariableDeclarations } from '../schema/variable-declaration.ts';
import { checkCallerCohorts } from './check-caller-cohorts.ts';
import type {
  CompiledParts,
  CompiledVersion,
  PreparedFacts,
  PreparedRun,
  PrepareOptions,
  RunParameters,
} from './compiled-version.ts';
import { bindStatement } from './compiler/bind.ts';
import { type CompiledStatement, compileStatement } from './compiler/compile.ts';
import { refuseUnknown } from './compiler/variable-values.ts';
import { planAfter } from './insight-shaping.ts';
import { insightCacheAgeSeconds } from './insights/cache-age.ts';
import type { InsightPlan } from './insights/insight-plan.ts';
import {
  hasParameters,
  openInsight,
  type PreparedInsight,
  prepareInsight,
  statementsOf,
} from './insights/insight-version.ts';
import type { SelectStatement } from './language/ast.ts';
import { nameMember } from './name-member.ts';
import { narrowInsight } from './narrow-insight.ts';
import type { ProjectContext } from './project-context.ts';
import { watchReads } from './project-reads.ts';
import { readPart } from './read-part.ts';
import type { InsightShaping, PlannedQueries, PlannedQuery, ResultTable, RunPlan } from './run-plan.ts';
import type { StoredQuery } from './stored-query.ts';

/** Any moment, at which an insight is compiled once to see that it can be. */
const SOME_MS = Date.UTC(2026, 0, 1);

/** An insight limits its rows itself, so this row window is wide enough to cut none of them. */
const ALL_ROWS = { limit: Number.MAX_SAFE_INTEGER - 1, offset: 0 };

const NO_PARAMETERS: RunParameters = {};

/** What compiling an insight gives: plain data, and everything that takes long. */
export interface InsightParts extends CompiledParts {
  readonly tables: readonly string[];
  readonly unstableFunctions: readonly string[];
}

/**
 * Compiles an insight query for one state of its project.
 * @throws AppError with the path of the offending member under `query`
 */
export function compileInsightParts(
  stored: StoredQuery,
  declarations: VariableDeclarations,
  project: ProjectContext,
): InsightParts {
  const version = openInsight(stored);
  refuseUnknown(Object.keys(declarations), [], 'variables');
  const watched = watchReads(project);
  const { canonicalQuery } = version;
  const names = nameMember('query', () =>
    namesIn(
      prepareInsight(version, watched.project, NO_PARAMETERS, { allowedOverrides: null }),
      /hogql/i.test(canonicalQuery),
    ),
  );
  return { canonicalQuery, ...names, reads: watched.finish() };
}

/** The version that `compileInsightParts` has compiled. */
export function insightVersion(stored: StoredQuery, parts: InsightParts): CompiledVersion {
  const version = openInsight(stored);
  const { canonicalQuery, tables, unstableFunctions, reads } = parts;
  return {
    kind: stored.kind,
    canonicalQuery,
    variables: [],
    tables,
    unstableFunctions,
    reads,
    notMaterializable: null,
    parts,
    isCompiledForRun: hasParameters,
    prepare: (parameters, options) => {
      const current = watchReads(options.project);
      const prepared = prepareInsight(version, current.project, parameters, options);
      const hasOwnCohort = checkCallerCohorts(parameters, stored, options.project, options.mayQuery);
      // Compiles every statement of a changed query once, so that whatever would refuse the run refuses now.
      if (prepared.hasParameters) nameMember(changedMember(parameters), () => namesIn(prepared, false));
      const { canonical, wantsDebug, query } = prepared;
      const facts: PreparedFacts = {
        canonical,
        reads: current.finish(reads),
        hasParameters: prepared.hasParameters,
        hasOwnExpression: prepared.hasOwnExpression || hasOwnCohort,
        wantsDebug,
        defaultCacheAgeSeconds: insightCacheAgeSeconds(query),
        insight: query,
      };
      return preparedRun(
        facts,
        { stored, ...givenParts(parameters, options), project: current.project },
        prepared,
      );
    },
    preparedFrom: (facts, parameters, options) => {
      // A part, because a prepared run is kept for long, and a project may have thousands of properties.
      const project = readPart(options.project, facts.reads);
      return preparedRun(facts, { stored, ...givenParts(parameters, options), project });
    },
  };
}

/** @param prepared the run, where this thread has prepared it; else it is prepared again when its plan is asked for */
function preparedRun(
  facts: PreparedFacts,
  run: Pick<InsightShaping, 'stored' | 'parameters' | 'options' | 'project'>,
  prepared?: PreparedInsight,
): PreparedRun {
  const shaping = (nowMs: number): InsightShaping => {
    return { ...run, project: readPart(run.project, facts.reads), nowMs, probed: [] };
  };
  const plan = (nowMs: number): RunPlan => {
    const { stored, project, parameters, options } = run;
    const mine = prepared ?? prepareInsight(openInsight(stored), project, parameters, options);
    return runPlan(mine.plan(nowMs), mine, () => shaping(nowMs), nowMs);
  };
  return { ...facts, plan, shaping };
}

/** The parts of a call that its answer depends on. */
function givenParts(
  { variables, query_override, filters_override, constraint }: RunParameters,
  { allowedOverrides, mayQuery }: PrepareOptions,
): Pick<InsightShaping, 'parameters' | 'options'> {
  return {
    parameters: {
      ...(variables && { variables }),
      ...(query_override && { query_override }),
      ...(filters_override && { filters_override }),
      ...(constraint && { constraint }),
    },
    options: { allowedOverrides, ...(mayQuery !== undefined && { mayQuery }) },
  };
}

/**
 * The member of a call to name for an error that knows no member of its own. The insight compiled without the call, so
 * something that the call changed is at fault.
 */
function changedMember({ query_override, filters_override }: RunParameters): string {
  if (Object.keys(query_override ?? {}).length > 0) return 'query_override';
  return Object.keys(filters_override ?? {}).length > 0 ? 'filters_override' : 'query';
}

/** The first error of an insight, or none: the members of an insight are checked one after the other. */
export function insightErrors(
  stored: StoredQuery,
  declarations: VariableDeclarations,
  project: ProjectContext,
): readonly AppError[] {
  try {
    compileInsightParts(stored, declarations, project);
    return [];
  } catch (error) {
    if (error instanceof AppError) return [error];
    throw error;
  }
}

/**
 * The tables and the unstable functions that all statements of an insight name, sorted. An insight without an
 * expression of a user has no unstable functions: its own aggregates are used so that they answer the same each time.
 */
function namesIn(
  prepared: PreparedInsight,
  hasExpression: boolean,
): Pick<CompiledVersion, 'tables' | 'unstableFunctions'> {
  const statements = statementsOf(prepared.plan(SOME_MS)).map((statement) =>
    compileInsightStatement(statement, prepared, SOME_MS),
  );
  const unstable = hasExpression ? statements.flatMap(({ unstableFunctions }) => unstableFunctions) : [];
  return {
    tables: sortedOnce(statements.flatMap(({ tables }) => tables)),
    unstableFunctions: sortedOnce(unstable),
  };
}

function sortedOnce(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}

/**
 * Compiles one statement of the plan of an insight as it runs. What narrows the run acts on every scan of the
 * statement.
 */
export function compileInsightStatement(
  statement: SelectStatement,
  { project, constraint, narrowing, inRequestTerms }: PreparedInsight,
  nowMs: number,
): CompiledStatement {
  const context = narrowing(nowMs);
  return inRequestTerms(() =>
    compileStatement(context ? narrowInsight(statement, context) : statement, { project, nowMs, constraint }),
  );
}

function runPlan(
  plan: InsightPlan,
  prepared: PreparedInsight,
  shaping: () => InsightShaping,
  nowMs: number,
): RunPlan {
  if (plan.kind === 'probe') {
    const withTable = (table: ResultTable) => (): InsightShaping => {
      const before = shaping();
      return { ...before, probed: [...before.probed, table] };
    };
    return {
      kind: 'probe',
      query: plannedQuery(plan.statement, prepared, nowMs),
      next: (table) => runPlan(plan.next(table), prepared, withTable(table), nowMs),
    };
  }
  const queries = plan.statements.map((statement) => plannedQuery(statement, prepared, nowMs));
  return { kind: 'insight', queries, shape: plan.shape, shaping };
}

/** The queries whose turn it is after the probes, as the plan of the same insight has them. For another thread. */
export function insightQueries({
  stored,
  parameters,
  options,
  project,
  nowMs,
  probed,
}: InsightShaping): PlannedQueries {
  const prepared = prepareInsight(openInsight(stored), project, parameters, options);
  const plan = planAfter(prepared.plan(nowMs), probed);
  const statements = plan.kind === 'probe' ? [plan.statement] : plan.statements;
  const queries = statements.map((statement) => plannedQuery(statement, prepared, nowMs));
  return { kind: plan.kind === 'probe' ? 'probe' : 'insight', queries };
}

function plannedQuery(statement: SelectStatement, prepared: PreparedInsight, nowMs: number): PlannedQuery {
  return bindStatement(compileInsightStatement(statement, prepared, nowMs), {
    values: new Map(),
    nowMs,
    rows: ALL_ROWS,
  }).query;
}
