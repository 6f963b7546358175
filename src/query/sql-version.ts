import { AppError } from '../base/errors.ts';
import { stableJson } from '../base/stable-json.ts';
import { checkShape } from '../schema/check-shape.ts';
import type { Modifiers } from '../schema/modifiers.ts';
import type { StreamFormat } from '../schema/output-format.ts';
import { sqlQuerySchema } from '../schema/sql-query.ts';
import type { VariableDeclarations, VariableType } from '../schema/variable-declaration.ts';
import { checkCallerCohorts } from './check-caller-cohorts.ts';
import type { CompiledVersion, PreparedRun, PrepareOptions, RunParameters } from './compiled-version.ts';
import { bindStatement } from './compiler/bind.ts';
import { canonicalValue } from './compiler/coerce-variable.ts';
import { type CompiledStatement, compileStatement, tryCompile } from './compiler/compile.ts';
import { applyFilters } from './compiler/passes/apply-filters.ts';
import { lacksBound } from './compiler/passes/filter-placeholders.ts';
import { checkDeclarations, readVariables } from './compiler/variable-values.ts';
import { checkCallerExpressions } from './filters/check-caller-expressions.ts';
import { memberExpressions } from './filters/member-expressions.ts';
import type { SelectStatement } from './language/ast.ts';
import { parseSelect } from './language/parse.ts';
import { printHogql } from './language/print-hogql.ts';
import { modifiedProject } from './modified-project.ts';
import { nameMember, withMember } from './name-member.ts';
import type { ProjectContext } from './project-context.ts';
import { type ProjectReads, watchReads } from './project-reads.ts';
import type { RunPlan } from './run-plan.ts';
import { type FilterMoment, filtersAt, isFiltered, type SqlFilters, sqlFilters } from './sql-filters.ts';
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
export interface SqlParts {
  readonly canonicalQuery: string;
  readonly compiled: Omit<CompiledStatement, 'project'>;
  /** The text cannot run without dates that the query does not set: `{filters.dateRange.…}`. */
  readonly lacksDates: boolean;
  readonly reads: ProjectReads;
}

/** A SQL query of an endpoint, read but not compiled. */
interface SqlText {
  readonly stored: StoredQuery;
  /** Parsed when it is asked for: most runs need only the compiled statement. */
  readonly ast: () => SelectStatement;
  readonly text: string;
  readonly modifiers: Modifiers | undefined;
  readonly declarations: VariableDeclarations;
  readonly filters: SqlFilters;
  readonly variableTypes: ReadonlyMap<string, VariableType>;
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
    defaultCacheAgeSeconds: () => CACHE_AGE_SECONDS,
    prepare: (parameters, options) => prepare(version, parameters, options),
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

function openText(stored: StoredQuery, declarations: VariableDeclarations): SqlText {
  const { query: text, filters, modifiers, values } = checkShape(sqlQuerySchema, stored, 'query');
  let ast: SelectStatement | undefined;
  return {
    stored,
    ast: () => {
      ast ??= withGivenValues(parseSelect(text), values);
      return ast;
    },
    text,
    modifiers,
    declarations,
    filters: sqlFilters({ filters }),
    variableTypes: declaredTypes(declarations),
  };
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

function declaredTypes(declarations: VariableDeclarations): ReadonlyMap<string, VariableType> {
  return new Map(
    Object.entries(declarations).flatMap(([name, { type }]) => (type === undefined ? [] : [[name, type]])),
  );
}

function withFilters(
  ast: SelectStatement,
  filters: SqlFilters,
  project: ProjectContext,
  moment: FilterMoment,
): SelectStatement {
  return applyFilters(ast, filtersAt(filters, project, moment));
}

function prepare(version: SqlVersion, parameters: RunParameters, options: PrepareOptions): PreparedRun {
  const { query_override, limit, offset = 0 } = parameters;
  if (query_override && Object.keys(query_override).length > 0) {
    throw new AppError('override_not_allowed', 'query_override is for insight endpoints; use variables.', {
      attr: 'query_override',
    });
  }
  if (offset > 0 && limit === undefined) {
    throw new AppError('combination_not_allowed', 'offset needs limit.', { attr: 'offset' });
  }
  const values = readVariables(parameters.variables ?? {}, version.compiled.variables, version.declarations);
  const filters = sqlFilters(
    { filters: version.filters.stored },
    parameters.filters_override,
    options.allowedOverrides,
  );
  const hasOwnExpression = checkCallerExpressions(
    memberExpressions(filters.override, 'filters_override'),
    memberExpressions(filters.stored, 'query.filters'),
    options.mayQuery ?? false,
  );
  const unlimited = version.compiled.own.limit
    ? options.maxRows
    : (options.rowsWithoutLimit ?? options.maxRows);
  const hasOwnCohort = checkCallerCohorts(parameters, version.stored, options.project, options.mayQuery);
  const rows = {
    limit: Math.min(limit ?? unlimited, options.maxRows),
    offset,
    isExact: options.stream !== undefined && limit !== undefined && limit <= options.maxRows,
  };
  const watched = watchReads(options.project);
  const project = modifiedProject(watched.project, version.modifiers);
  const planAt = (nowMs: number): RunPlan => {
    const compiled = compiledAt({ ...version, project }, filters, nowMs, options.stream);
    const bound = bindStatement({ ...compiled, project }, { values, nowMs, rows });
    return { kind: 'table', query: bound.query, columns: compiled.columns, limit: bound.limit, offset };
  };
  // Whatever would refuse a plan refuses now: no date of a variable or filter depends on the time in form.
  nameMember(
    ({ position }) => (position === undefined ? 'filters_override' : TEXT),
    () => planAt(SOME_MS),
  );
  return {
    canonical: stableJson({
      variables: Object.fromEntries([...values].map(([name, value]) => [name, canonicalValue(value)])),
      filters: filters.override,
      limit,
      // The offset stays as it was sent, because the answer repeats it: absent and 0 give the same rows.
      offset: parameters.offset,
      rows: rows.limit,
    }),
    reads: watched.finish(version.reads),
    hasOwnExpression: hasOwnExpression || hasOwnCohort,
    hasParameters: Object.keys(parameters.variables ?? {}).length > 0 || filters.isOverridden,
    wantsDebug: version.modifiers?.debug ?? false,
    plan: planAt,
  };
}

/**
 * The statement of one run. Filters hold values and dates, actions and cohorts look back from the time of the run, and
 * streamed formats need other columns, so a statement with any of them is compiled for the run.
 */
function compiledAt(
  version: SqlVersion & { readonly project: ProjectContext },
  filters: SqlFilters,
  nowMs: number,
  stream: StreamFormat | undefined,
): SqlParts['compiled'] {
  const isFixed = stream === undefined && !version.lacksDates && !version.compiled.isTimed;
  if (isFixed && !isFiltered(filters)) return version.compiled;
  const { ast, text, project, variableTypes } = version;
  const options = { project, nowMs, text, variableTypes, ...(stream !== undefined && { stream }) };
  return compileStatement(withFilters(ast(), filters, project, { nowMs, unset: 'missing' }), options);
}
