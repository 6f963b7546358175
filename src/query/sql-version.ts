import { AppError } from '../base/errors.ts';
import { stableJson } from '../base/stable-json.ts';
import { checkShape } from '../schema/check-shape.ts';
import type { StreamFormat } from '../schema/output-format.ts';
import { sqlQuerySchema } from '../schema/sql-query.ts';
import type { VariableDeclarations } from '../schema/variable-declaration.ts';
import { checkCallerCohorts } from './check-caller-cohorts.ts';
import type {
  CompiledParts,
  CompiledVersion,
  PreparedFacts,
  PreparedRun,
  PrepareOptions,
  RunParameters,
  StatementToCompile,
  UnboundStatement,
} from './compiled-version.ts';
import { type BindInput, bindStatement, type VariableValues } from './compiler/bind.ts';
import { canonicalValue } from './compiler/coerce-variable.ts';
import { compileStatement, tryCompile } from './compiler/compile.ts';
import { lacksBound } from './compiler/passes/filter-placeholders.ts';
import { checkDeclarations, readVariables } from './compiler/variable-values.ts';
import { checkCallerExpressions } from './filters/check-caller-expressions.ts';
import { memberExpressions } from './filters/member-expressions.ts';
import { parseSelect } from './language/parse.ts';
import { printHogql } from './language/print-hogql.ts';
import { modifiedProject } from './modified-project.ts';
import { nameMember, withMember } from './name-member.ts';
import type { ProjectContext } from './project-context.ts';
import { type ProjectReads, watchReads } from './project-reads.ts';
import { readPart } from './read-part.ts';
import type { RunConstraint } from './run-constraint.ts';
import type { RunPlan } from './run-plan.ts';
import { type FilterMoment, filtersAt, isFiltered, type SqlFilters, sqlFilters } from './sql-filters.ts';
import { declaredTypes, openText, type SqlText, withFilters } from './sql-text.ts';
import { type StatementParts, statementOfRun } from './statement-of-run.ts';
import type { StoredQuery } from './stored-query.ts';
import { withGivenValues } from './with-given-values.ts';

/** Seconds; [SPEC-4.2]. */
const CACHE_AGE_SECONDS = 6 * 3600;

/** Where the SQL text stands in a request. */
const TEXT = 'query.query';

/**
 * Any moment. Filters are checked at save and before a run by compiling the statement with them; which errors that
 * finds does not depend on the time.
 */
const SOME_MS = Date.UTC(2026, 0, 1);

/** As a query is read to be kept: what only a run must know may be absent. */
const AT_SAVE: FilterMoment = { nowMs: SOME_MS, unset: 'null' };

/** What compiling a SQL query gives: plain data, and everything that takes long. */
export interface SqlParts extends CompiledParts {
  readonly compiled: StatementParts;
  /** The text cannot run without dates that the query does not set: `{filters.dateRange.…}`. */
  readonly lacksDates: boolean;
}

type SqlVersion = SqlText & SqlParts;

/**
 * Compiles a SQL query for one state of its project.
 * @throws AppError with the first error of the text, its filters or its declarations
 */
export function compileSqlParts(
  stored: StoredQuery,
  declarations: VariableDeclarations,
  project: ProjectContext,
): SqlParts {
  const parts = nameMember(
    (error) => memberOf(stored, error),
    () => partsOf(openText(stored, declarations), project),
  );
  checkDeclarations(parts.compiled.variables, declarations);
  return parts;
}

/** The version that `compileSqlParts` has compiled. */
export function sqlVersion(
  stored: StoredQuery,
  declarations: VariableDeclarations,
  parts: SqlParts,
): CompiledVersion {
  const version = { ...openText(stored, declarations), ...parts };
  const { compiled, canonicalQuery } = version;
  return {
    kind: 'HogQLQuery',
    canonicalQuery,
    columns: compiled.columns,
    variables: compiled.variables.map((variable) => {
      const declaration = Object.hasOwn(declarations, variable.name)
        ? declarations[variable.name]
        : undefined;
      return {
        ...variable,
        required: declaration?.required ?? declaration?.default === undefined,
        ...(declaration?.default !== undefined && { default: declaration.default }),
      };
    }),
    tables: compiled.tables,
    unstableFunctions: compiled.unstableFunctions,
    reads: version.reads,
    notMaterializable: notMaterializable(version),
    parts,
    isCompiledForRun: ({ filters_override: override = {}, constraint }, { stream }) => {
      const isNarrowed = Object.keys(override).length > 0 || constraint !== undefined;
      return isCompiledForRun(version, isNarrowed || isFiltered(version.filters), stream);
    },
    prepare: (parameters, options) => prepare(version, parameters, options),
    preparedFrom: (facts, parameters, options) => {
      const project = readPart(options.project, facts.reads);
      return preparedRun(facts, openRun(version, parameters, { ...options, project }));
    },
  };
}

/** Why no result of the query can be stored; null when one can. */
function notMaterializable({ compiled, lacksDates }: SqlVersion): string | null {
  const [variable] = compiled.variables;
  if (variable) {
    return `The query uses the variable "${variable.name}"; only queries without variables have one result to store.`;
  }
  return lacksDates ? 'The query uses {filters.dateRange} and sets no dates; only a call can.' : null;
}

/** All errors of a SQL query, in the order of its text. */
export function sqlErrors(
  stored: StoredQuery,
  declarations: VariableDeclarations,
  project: ProjectContext,
): readonly AppError[] {
  try {
    const { query: text, filters, modifiers, values } = checkShape(sqlQuerySchema, stored, 'query');
    const modified = modifiedProject(project, modifiers);
    const given = withGivenValues(parseSelect(text), values);
    const ast = withFilters(given, sqlFilters({ filters }), modified, AT_SAVE);
    const { errors } = tryCompile(ast, {
      project: modified,
      text,
      variableTypes: declaredTypes(declarations),
    });
    if (errors.length > 0) return errors.map((error) => withMember(error, memberOf(stored, error)));
    compileSqlParts(stored, declarations, project);
    return [];
  } catch (error) {
    if (error instanceof AppError) return [withMember(error, memberOf(stored, error))];
    throw error;
  }
}

/**
 * The member that an error is about. Only what comes from the text has a position; the rest of the tree is of filters.
 */
function memberOf(stored: StoredQuery, { position }: AppError): string {
  return position === undefined && 'filters' in stored ? 'query.filters' : TEXT;
}

function partsOf(
  { ast, text, modifiers, filters, variableTypes }: SqlText,
  unmodified: ProjectContext,
): SqlParts {
  const watched = watchReads(unmodified);
  const project = modifiedProject(watched.project, modifiers);
  const options = { project, text, variableTypes };
  const { project: _, ...compiled } = compileStatement(
    withFilters(ast(), filters, project, AT_SAVE),
    options,
  );
  const canonicalQuery = stableJson({ query: printHogql(ast()), filters: filters.stored, modifiers });
  const reads = watched.finish();
  const lacksDates = lacksBound(ast(), filtersAt(filters, project, AT_SAVE));
  return { canonicalQuery, compiled, lacksDates, reads };
}

function prepare(version: SqlVersion, parameters: RunParameters, options: PrepareOptions): PreparedRun {
  const watched = watchReads(options.project);
  const run = openRun(version, parameters, { ...options, project: watched.project });
  const { filters, values, rows } = run;
  const hasOwnExpression = checkCallerExpressions(
    memberExpressions(filters.override, 'filters_override'),
    memberExpressions(filters.stored, 'query.filters'),
    options.mayQuery ?? false,
  );
  const hasOwnCohort = checkCallerCohorts(parameters, version.stored, options.project, options.mayQuery);
  // Whatever would refuse a plan refuses now: no date of a variable or filter depends on the time in form.
  const plan = nameMember(
    ({ position }) => (position === undefined ? 'filters_override' : TEXT),
    () => planAt(run, SOME_MS),
  );
  const facts: PreparedFacts = {
    canonical: stableJson({
      variables: Object.fromEntries([...values].map(([name, value]) => [name, canonicalValue(value)])),
      filters: filters.override,
      constraint: run.constraint,
      limit: parameters.limit,
      // The offset stays as it was sent, because the answer repeats it: absent and 0 give the same rows.
      offset: parameters.offset,
      rows: rows.limit,
    }),
    reads: watched.finish(version.reads),
    hasOwnExpression: hasOwnExpression || hasOwnCohort,
    hasParameters:
      Object.keys(parameters.variables ?? {}).length > 0 ||
      filters.isOverridden ||
      run.constraint !== undefined,
    wantsDebug: version.modifiers?.debug ?? false,
    defaultCacheAgeSeconds: CACHE_AGE_SECONDS,
    window: { columns: plan.columns, limit: plan.limit, offset: plan.offset },
  };
  return preparedRun(facts, run);
}

type TablePlan = Extract<RunPlan, { kind: 'table' }>;

/** The parameters of a run, read. */
interface OpenRun {
  readonly version: SqlVersion;
  readonly project: ProjectContext;
  readonly filters: SqlFilters;
  readonly values: VariableValues;
  readonly rows: BindInput['rows'];
  readonly constraint: RunConstraint | undefined;
  readonly stream: StreamFormat | undefined;
}

function openRun(version: SqlVersion, parameters: RunParameters, options: PrepareOptions): OpenRun {
  const { query_override, limit, offset = 0, constraint } = parameters;
  if (query_override && Object.keys(query_override).length > 0) {
    throw new AppError('override_not_allowed', 'query_override is for insight endpoints; use variables.', {
      attr: 'query_override',
    });
  }
  if (offset > 0 && limit === undefined) {
    throw new AppError('combination_not_allowed', 'offset needs limit.', { attr: 'offset' });
  }
  const { maxRows, rowsWithoutLimit = maxRows, stream, project } = options;
  const values = readVariables(parameters.variables ?? {}, version.compiled.variables, version.declarations);
  const stored = { filters: version.filters.stored };
  const filters = sqlFilters(stored, parameters.filters_override, options.allowedOverrides);
  const unlimited = version.compiled.own.limit ? maxRows : rowsWithoutLimit;
  const rows = {
    limit: Math.min(limit ?? unlimited, maxRows),
    offset,
    isExact: stream !== undefined && limit !== undefined && limit <= maxRows,
  };
  return { version, project, filters, values, rows, constraint, stream };
}

function preparedRun(facts: PreparedFacts, run: OpenRun): PreparedRun {
  const { version, stream } = run;
  const plan = (nowMs: number): RunPlan => planAt(run, nowMs);
  if (!isCompiledForRun(version, isNarrowed(run), stream)) return { ...facts, plan };
  const statement = (nowMs: number): UnboundStatement => ({
    toCompile: toCompile(run, facts.reads, nowMs),
    // Border: only `compileForRun` makes such a statement.
    planWith: (compiled) => boundPlan(run, compiled as StatementParts, nowMs),
  });
  return { ...facts, plan, statement };
}

function planAt(run: OpenRun, nowMs: number): TablePlan {
  const { version, filters, constraint, stream, project } = run;
  const isOwn = isCompiledForRun(version, isNarrowed(run), stream);
  const compiled = isOwn
    ? statementOfRun(version, filters, { project, constraint, stream, nowMs })
    : version.compiled;
  return boundPlan(run, compiled, nowMs);
}

function isNarrowed({ filters, constraint }: OpenRun): boolean {
  return isFiltered(filters) || constraint !== undefined;
}

function boundPlan(
  { version, values, rows, project: unmodified }: OpenRun,
  compiled: StatementParts,
  nowMs: number,
): TablePlan {
  const project = modifiedProject(unmodified, version.modifiers);
  const { query, limit } = bindStatement({ ...compiled, project }, { values, nowMs, rows });
  return { kind: 'table', query, columns: compiled.columns, limit, offset: rows.offset };
}

function toCompile(
  { version: { stored, declarations }, project, filters: { override }, constraint, stream }: OpenRun,
  reads: ProjectReads,
  nowMs: number,
): StatementToCompile {
  return { stored, declarations, override, constraint, stream, project: readPart(project, reads), nowMs };
}

/**
 * Filters hold values and dates, actions and cohorts look back from the time of the run, and streamed formats need
 * other columns, so a statement with any of them is compiled for the run.
 */
function isCompiledForRun(
  { lacksDates, compiled }: SqlVersion,
  hasFilters: boolean,
  stream: StreamFormat | undefined,
): boolean {
  return stream !== undefined || lacksDates || compiled.isTimed || hasFilters;
}
