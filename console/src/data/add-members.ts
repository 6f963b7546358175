import { addCohortMembers } from './cohorts.ts';
import { callsOf } from './member-calls.ts';

/** What became of distinct ids so far. */
export interface Adding {
  readonly sent: number;
  readonly added: number;
  readonly unknown: readonly string[];
}

/**
 * Adds any number of persons, call by call. Persons who are on the list already count for nothing, so that what was cut
 * off may be sent again.
 * @param tell hears what became of the ids after each call
 * @throws ApiProblem of the first call that is refused; earlier ones are done
 */
export async function addAllMembers(
  projectId: number,
  cohortId: number,
  ids: readonly string[],
  tell: (adding: Adding) => void,
): Promise<Adding> {
  let adding: Adding = { sent: 0, added: 0, unknown: [] };
  for (const call of callsOf(ids)) {
    const { added, unknown_distinct_ids } = await addCohortMembers(projectId, cohortId, call);
    adding = {
      sent: adding.sent + call.length,
      added: adding.added + added,
      unknown: [...adding.unknown, ...unknown_distinct_ids],
    };
    tell(adding);
  }
  return adding;
}
