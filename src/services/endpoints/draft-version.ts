import type { VersionRow } from '../../adapters/store/endpoint-row.ts';
import { AppError } from '../../base/errors.ts';
import { invariant } from '../../base/invariant.ts';
import { stableJson } from '../../base/stable-json.ts';
import { type CompiledVersion, readQuery, type StoredQuery } from '../../query/plan.ts';
import type { VariableDeclarations } from '../../schema/variable-declaration.ts';
import { splitKeyedVariables } from './keyed-variables.ts';

/** A query with its declarations, checked and compiled, ready to be stored as a version. */
export type VersionDraft = Pick<
  VersionRow,
  'query' | 'variables' | 'fingerprint' | 'columns' | 'notMaterializable'
>;

/** What a caller sent of a version. Absent = as in the version before. */
export interface GivenVersion {
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly variables?: VariableDeclarations | undefined;
}

/** `compileQuery` for one project. */
export type CompileForProject = (query: StoredQuery, variables: VariableDeclarations) => CompiledVersion;

/**
 * Checks and compiles what the caller sent, on top of the version before. Declarations of that version stay when only
 * the query changes, except those of variables that the new query no longer uses.
 * @throws AppError 400 codes; combination_not_allowed for a variable declared in both places
 */
export function draftVersion(
  compile: CompileForProject,
  given: GivenVersion,
  previous?: Pick<VersionRow, 'query' | 'variables'>,
): VersionDraft {
  if (given.query === undefined) {
    invariant(previous !== undefined, 'a first version has a query');
    return compileDraft(compile, previous.query, given.variables ?? previous.variables);
  }
  const { query, declarations } = splitKeyedVariables(readQuery(given.query));
  refuseDoubles(declarations, given.variables ?? {});
  const others = given.variables ?? stillUsed(compile, query, previous?.variables ?? {});
  return compileDraft(compile, query, { ...others, ...declarations });
}

function compileDraft(
  compile: CompileForProject,
  query: StoredQuery,
  variables: VariableDeclarations,
): VersionDraft {
  const compiled = compile(query, variables);
  return {
    query,
    variables,
    fingerprint: stableJson([query.kind, compiled.canonicalQuery, withoutDescriptions(variables)]),
    columns: compiled.columns ?? null,
    notMaterializable: compiled.notMaterializable,
  };
}

function refuseDoubles(keyed: VariableDeclarations, declared: VariableDeclarations): void {
  const double = Object.keys(declared).find((name) => Object.hasOwn(keyed, name));
  if (double === undefined) return;
  throw new AppError(
    'combination_not_allowed',
    `The variable "${double}" is declared in "variables" and in "query.variables".`,
    { attr: `variables.${double}` },
  );
}

function stillUsed(
  compile: CompileForProject,
  query: StoredQuery,
  declarations: VariableDeclarations,
): VariableDeclarations {
  if (Object.keys(declarations).length === 0) return declarations;
  const used = new Set(compile(query, {}).variables.map((variable) => variable.name));
  return Object.fromEntries(Object.entries(declarations).filter(([name]) => used.has(name)));
}

function withoutDescriptions(variables: VariableDeclarations): VariableDeclarations {
  const entries = Object.entries(variables).map(([name, { description: _, ...rest }]) => [name, rest]);
  return Object.fromEntries(entries);
}
