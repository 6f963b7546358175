import type { Queryable } from './database.ts';
import type { EndpointErrorTable } from './tables/endpoint-tables.ts';

/** The last refused or failed run of an endpoint; `atMs` is when it began. */
export type EndpointError = EndpointErrorTable;

/** Records last errors. An earlier one than the stored changes nothing. */
export async function recordErrors(db: Queryable, errors: readonly EndpointError[]): Promise<void> {
  // Sorted, so that processes that record at once do not wait for each other in a circle.
  for (const error of errors.toSorted((a, b) => (a.endpointId < b.endpointId ? -1 : 1)))
    await db
      .insertInto('endpointErrors')
      .values(error)
      .onConflict((conflict) =>
        conflict
          .column('endpointId')
          .doUpdateSet({ atMs: error.atMs, code: error.code })
          .where('endpointErrors.atMs', '<=', error.atMs),
      )
      .execute();
}
