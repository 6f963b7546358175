import { nextNumber } from '../../../adapters/store/counter-store.ts';
import { isFoldedElsewhere } from '../../../adapters/store/person-fold-store.ts';
import { findPersonId } from '../../../adapters/store/person-store.ts';
import { removePerson } from '../../../adapters/store/remove-person.ts';
import { AppError } from '../../../base/errors.ts';
import { newUuid } from '../../../base/ids.ts';
import type { Caller } from '../../caller.ts';
import { recordChange, type Subject } from '../../record-change.ts';
import type { CaptureServices } from '../capture-services.ts';
import { beginDeletion } from './begin-deletion.ts';

/**
 * Deletes a person with its distinct ids and all its events. When this resolves, no query sees them and no older answer
 * is served.
 * @param name id of the person, or a distinct id of it
 * @throws AppError not_found; engine_unavailable, also while another replica rewrites events of the project
 */
export async function deletePerson(services: CaptureServices, caller: Caller, name: string): Promise<void> {
  const { projectId } = caller;
  await beginDeletion(services, projectId, async (transaction) => {
    const version = await nextNumber(transaction, 'person_version');
    const present = { owner: services.replica, nowMs: services.clock.nowMs() };
    // A rewriting that begins late would also take new events of the deleted person, who may have come again.
    if (await isFoldedElsewhere(transaction, projectId, present))
      throw new AppError('engine_unavailable', 'Merged persons are being written; try again.', {
        retryAfterSeconds: 5,
      });
    const personId = await findPersonId(transaction, projectId, name);
    const personIds =
      personId === undefined ? null : await removePerson(transaction, projectId, personId, version);
    if (personId === undefined || personIds === null)
      throw new AppError('not_found', 'There is no such person.');
    services.recentEvents.forget(projectId);
    await recordChange(transaction, caller, PERSON, {
      before: newUuid(),
      nowMs: services.clock.nowMs(),
    });
    return { kind: 'person', personIds };
  });
  services.recentEvents.forget(projectId);
}

/** The log must not say who it was: the ids are forgotten too. */
const PERSON: Subject<string> = { kind: 'data', show: (id) => ({ id, name: 'person' }) };
