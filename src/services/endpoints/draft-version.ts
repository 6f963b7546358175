import type { VersionRow } from '../../adapters/store/endpoint-row.ts';
import type { Judgement } from '../../adapters/store/judgement-store.ts';
import { invariant } from '../../base/invariant.ts';
import { stableJson } from '../../base/stable-json.ts';
import {
  type CompiledVersion,
  compileVersion,
  keepReads,
  type ProjectContext,
  type ProjectReads,
  readQuery,
  refuseDoubles,
  type StoredQuery,
  splitKeyedVariables,
} from '../../query/plan.ts';
import type { VariableDeclarations } from '../../schema/variable-declaration.ts';

/** A query with its declarations, checked and compiled, ready to be stored as a version. */
export type VersionDraft = Pick<
  VersionRow,
  'query' | 'variables' | 'fingerprint' | 'columns' | 'notMaterializable'
> & {
  /** The facts of the project that compiling read; absent when nothing was compiled. */
  readonly reads?: ProjectReads;
};

/** What a caller sent of a version. Absent members stay as in the version before. */
export interface GivenVersion {
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly variables?: VariableDeclarations | undefined;
}

/** A query without its wrapper, and the declarations of its variables by name. */
export type ReadVersion = Pick<VersionRow, 'query' | 'variables'>;

/**
 * Checks and compiles what the caller sent, on top of the version before.
 * @throws AppError 400 codes of reading and compiling a query
 */
export function draftVersion(
  project: ProjectContext,
  given: GivenVersion,
  previous?: ReadVersion,
): VersionDraft {
  const { query, variables } = readVersion(project, given, previous);
  const compiled = compileVersion(query, variables, project);
  return {
    query,
    variables,
    fingerprint: fingerprintOf({ query, variables }, compiled),
    columns: compiled.columns ?? null,
    notMaterializable: compiled.notMaterializable,
    reads: compiled.reads,
  };
}

/** Equal for versions that mean the same: another spelling, or another description, makes no version. */
export function fingerprintOf(
  { query, variables }: ReadVersion,
  { canonicalQuery }: Pick<CompiledVersion, 'canonicalQuery'>,
): string {
  return stableJson([query.kind, canonicalQuery, withoutDescriptions(variables)]);
}

/** What judging remembers of a version that has just been compiled. */
export function judgementOf(
  { endpointId, version }: Pick<VersionRow, 'endpointId' | 'version'>,
  { reads }: VersionDraft,
): Judgement {
  return { endpointId, version, reads: reads === undefined ? null : keepReads(reads), refusal: null };
}

/**
 * Reads what the caller sent, without compiling it. When only the query changes, the declarations of `previous`
 * stay, except those of variables that the new query no longer uses.
 * @throws AppError 400 codes; combination_not_allowed for a variable declared in both places
 */
export function readVersion(
  project: ProjectContext,
  given: GivenVersion,
  previous?: ReadVersion,
): ReadVersion {
  if (given.query === undefined) {
    invariant(previous !== undefined, 'a first version has a query');
    return { query: previous.query, variables: given.variables ?? previous.variables };
  }
  const { query, declarations } = splitKeyedVariables(readQuery(given.query));
  refuseDoubles(declarations, given.variables ?? {}, 'variables');
  const others = given.variables ?? stillUsed(project, query, previous?.variables ?? {});
  return { query, variables: { ...others, ...declarations } };
}

function stillUsed(
  project: ProjectContext,
  query: StoredQuery,
  declarations: VariableDeclarations,
): VariableDeclarations {
  if (Object.keys(declarations).length === 0) return declarations;
  const used = new Set(compileVersion(query, {}, project).variables.map((variable) => variable.name));
  return Object.fromEntries(Object.entries(declarations).filter(([name]) => used.has(name)));
}

function withoutDescriptions(variables: VariableDeclarations): VariableDeclarations {
  const entries = Object.entries(variables).map(([name, { description: _, ...rest }]) => [name, rest]);
  return Object.fromEntries(entries);
}
