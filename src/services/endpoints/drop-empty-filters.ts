import { type AppError, isAppError } from '../../base/errors.ts';
import { drawnMembers, errorAsSent, withoutEmptyFilters } from '../../query/plan.ts';
import type { Warning } from '../../schema/warning.ts';
import type { GivenVersion } from './draft-version.ts';

/** What a caller sent of a version, without its empty filters and ready to be checked. */
export interface DroppedFilters<Given> {
  readonly given: Given;
  /** One warning for each filter that was dropped, and for each member that does not change the answer. */
  readonly warnings: readonly Warning[];
  /** Gives an error about the remaining members the path that the member has in what the caller sent. */
  asSent(error: AppError): AppError;
  /** Gives what `check` gives for the remaining members. Its errors pass through `asSent`. */
  inRequestTerms<Made>(check: () => Promise<Made>): Promise<Made>;
}

/** Drops the empty filters from the query that a caller sent to be saved. */
export function dropEmptyFilters<Given extends GivenVersion>(given: Given): DroppedFilters<Given> {
  const { query: sent } = given;
  const cleaned = sent && withoutEmptyFilters(sent);
  const asSent = (error: AppError) => (cleaned ? errorAsSent(error, sent, cleaned) : error);
  return {
    given: { ...given, ...(cleaned && { query: cleaned.query }) },
    warnings: [...(cleaned?.removed.map(removedFilter) ?? []), ...drawnMembers(sent ?? {})],
    asSent,
    inRequestTerms: async (check) => {
      try {
        return await check();
      } catch (error) {
        throw isAppError(error) ? asSent(error) : error;
      }
    },
  };
}

function removedFilter(path: string): Warning {
  return { code: 'empty_filter_removed', detail: `The empty filter "${path}" is removed.`, attr: path };
}
