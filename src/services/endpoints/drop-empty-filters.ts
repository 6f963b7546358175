import { withoutEmptyFilters } from '../../query/plan.ts';
import type { GivenVersion } from './draft-version.ts';

/** What a caller sent to be saved, without the empty filters of its query, and one sentence for each of them. */
export function dropEmptyFilters<Given extends GivenVersion>(
  given: Given,
): { readonly given: Given; readonly warnings: readonly string[] } {
  if (given.query === undefined) return { given, warnings: [] };
  const { query, removed } = withoutEmptyFilters(given.query);
  return {
    given: { ...given, query },
    warnings: removed.map((path) => `The empty filter "${path}" is removed.`),
  };
}
