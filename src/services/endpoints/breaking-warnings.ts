import type { VersionRow } from '../../adapters/store/endpoint-row.ts';
import { isAppError } from '../../base/errors.ts';
import {
  compileVersion,
  insightVariableNames,
  type ProjectContext,
  type QueryVariable,
} from '../../query/plan.ts';
import { checkInsightQuery } from '../../schema/insights/insight-query.ts';
import type { Warning } from '../../schema/warning.ts';
import { columnChanges } from '../judge/column-changes.ts';
import { variableChanges } from './variable-changes.ts';

/** What calls and answers of a version look like. */
export type VersionForm = Pick<VersionRow, 'query' | 'columns' | 'variables'>;

/**
 * The warnings of a change of version: one for each column or variable that callers lose.
 * @param attr the member of the request that makes the change
 */
export function breakingWarnings(
  project: ProjectContext,
  before: VersionForm,
  after: VersionForm,
  attr: string,
): readonly Warning[] {
  const isSameKind = before.query.kind === after.query.kind;
  return [
    ...shapeChanges(before, after).map((detail) => ({ code: 'breaking_change', detail, attr })),
    ...(isSameKind ? variableChanges(variablesOf(project, before), variablesOf(project, after)) : []),
  ];
}

function shapeChanges(before: VersionForm, after: VersionForm): readonly string[] {
  if (before.query.kind === after.query.kind) return columnChanges(before.columns, after.columns);
  return [`The results of ${before.query.kind} become those of ${after.query.kind}.`];
}

/** A version that no longer compiles takes no variables: it answers no call, so nobody loses any. */
function variablesOf(project: ProjectContext, { query, variables: declarations }: VersionForm) {
  try {
    return { variables: queryVariables(project, query, declarations), declarations };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { variables: [], declarations: {} };
  }
}

function queryVariables(
  project: ProjectContext,
  query: VersionForm['query'],
  declarations: VersionForm['variables'],
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
