import { deleteEvents } from '../../../adapters/engine/statements/delete-events.ts';
import { type DeletionRow, endDeletion, findDeletions } from '../../../adapters/store/deletion-store.ts';
import { projectPersons } from '../persons/project-persons.ts';
import type { WriterServices } from '../writer/writer-services.ts';

/**
 * Removes what a deletion names from the engine, then lets no older answer be served. The caller holds the write lock.
 * May be repeated after a failure or crash at any point.
 */
export async function runDeletion(services: WriterServices, deletion: DeletionRow): Promise<void> {
  await projectPersons(services);
  await deleteEvents(services.engine, deletion.projectId, deletion.events);
  await services.database.transaction((transaction) => endDeletion(transaction, deletion));
}

/** Completes the deletions that this replica was in when it ended. To be called before anything else writes events. */
export async function completeDeletions(services: WriterServices, replica: string): Promise<void> {
  for (const deletion of await findDeletions(services.database.query, replica))
    await runDeletion(services, deletion);
}
