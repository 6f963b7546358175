import type { VersionRow } from '../../adapters/store/endpoint-row.ts';
import { AppError, isAppError } from '../../base/errors.ts';
import {
  compileVersion,
  insightVariableNames,
  type ProjectContext,
  type QueryVariable,
} from '../../query/plan.ts';
import { checkInsightQuery } from '../../schema/insights/insight-query.ts';
import type { Warning } from '../../schema/warning.ts';
import { variableChanges } from './variable-changes.ts';

/** What the shape of a version's answers depends on. */
type Shape = Pick<VersionRow, 'query' | 'columns'>;

/** What calls and answers of a version look like. */
type Form = Pick<VersionRow, 'query' | 'columns' | 'variables'>;

/**
 * What a new version takes from those who read its answers: a warning per output column that is gone or has another
 * type, or one for another kind of query. Columns may be added and change places.
 */
function columnChanges(before: Shape, after: Shape, attr: string): readonly Warning[] {
  const breaking = (detail: string): Warning => ({ code: 'breaking_change', detail, attr });
  if (before.query.kind !== after.query.kind)
    return [breaking(`The results of ${before.query.kind} become those of ${after.query.kind}.`)];
  if (before.columns === null || after.columns === null) return [];
  const types = new Map(after.columns.map((column) => [column.name, column.type]));
  return before.columns.flatMap(({ name, type }) => {
    const now = types.get(name);
    if (now === undefined) return [breaking(`The column "${name}" is removed.`)];
    if (now === type) return [];
    return [breaking(`The column "${name}" changes its type from ${type} to ${now}.`)];
  });
}

/**
 * The warnings that a change of version comes with: columns and variables that callers lose.
 * @param allow.attr the member of the request that makes the change
 * @throws AppError breaking_change when there are some and the caller allows none
 */
export function warnOfBreaking(
  project: ProjectContext,
  before: Form,
  after: Form,
  allow: { readonly allowBreaking: boolean; readonly attr: string },
): readonly Warning[] {
  const isSameKind = before.query.kind === after.query.kind;
  const warnings = [
    ...columnChanges(before, after, allow.attr),
    ...(isSameKind ? variableChanges(variablesOf(project, before), variablesOf(project, after)) : []),
  ];
  refuseBreaking(warnings, allow);
  return warnings;
}

/** @throws AppError breaking_change when there are such warnings and the caller allows none */
function refuseBreaking(
  warnings: readonly Warning[],
  { allowBreaking, attr }: { readonly allowBreaking: boolean; readonly attr: string },
): void {
  const breaking = warnings.filter(({ code }) => code === 'breaking_change');
  if (breaking.length === 0 || allowBreaking) return;
  throw new AppError('breaking_change', breaking.map(({ detail }) => detail).join(' '), { attr });
}

/** A version that no longer compiles takes no variables: it answers no call, so nobody loses any. */
function variablesOf(project: ProjectContext, { query, variables: declarations }: Form) {
  try {
    return { variables: queryVariables(project, query, declarations), declarations };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { variables: [], declarations: {} };
  }
}

function queryVariables(
  project: ProjectContext,
  query: Form['query'],
  declarations: Form['variables'],
): readonly QueryVariable[] {
  if (query.kind === 'HogQLQuery') return compileVersion(query, declarations, project).variables;
  return insightVariableNames(checkInsightQuery(query, 'query')).map((name) => ({
    name,
    type: 'String',
    declared: true,
    required: false,
    nullable: true,
  }));
}
