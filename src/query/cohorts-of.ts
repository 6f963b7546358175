import type { Cohorts, StoredCohort } from './project-context.ts';

/** Cohorts to be asked by id and by name: plain data, which other threads can be sent. */
export function cohortsOf(byId: ReadonlyMap<number, StoredCohort>): Cohorts {
  return { byId, idByName: new Map(Array.from(byId.values(), ({ id, name }) => [name, id])) };
}
