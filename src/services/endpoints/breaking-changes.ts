import type { VersionRow } from '../../adapters/store/endpoint-row.ts';
import { AppError } from '../../base/errors.ts';

/** What the shape of a version's answers depends on. */
type Shape = Pick<VersionRow, 'query' | 'columns'>;

/**
 * What a new version takes from those who read its answers: one sentence per output column that is gone or has another
 * type, or one for another kind of query. Columns may be added and change places.
 */
function breakingChanges(before: Shape, after: Shape): readonly string[] {
  if (before.query.kind !== after.query.kind)
    return [`The results of ${before.query.kind} become those of ${after.query.kind}.`];
  if (before.columns === null || after.columns === null) return [];
  const types = new Map(after.columns.map((column) => [column.name, column.type]));
  return before.columns.flatMap(({ name, type }) => {
    const now = types.get(name);
    if (now === undefined) return [`The column "${name}" is removed.`];
    return now === type ? [] : [`The column "${name}" changes its type from ${type} to ${now}.`];
  });
}

/**
 * The warnings that a change of version comes with.
 * @param allow.attr the member of the request that makes the change
 * @throws AppError breaking_change when there are some and the caller allows none
 */
export function warnOfBreaking(
  before: Shape,
  after: Shape,
  allow: { readonly allowBreaking: boolean; readonly attr: string },
): readonly string[] {
  const warnings = breakingChanges(before, after);
  if (warnings.length === 0 || allow.allowBreaking) return warnings;
  throw new AppError('breaking_change', warnings.join(' '), { attr: allow.attr });
}
