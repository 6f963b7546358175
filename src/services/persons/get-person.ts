import type { Database } from '../../adapters/store/database.ts';
import { findPerson, findPersonId, listDistinctIds } from '../../adapters/store/person-store.ts';
import { AppError } from '../../base/errors.ts';
import { isoTime } from '../../base/iso-time.ts';
import { MOST_SHOWN_IDS, type ShownPerson } from '../../schema/person.ts';
import type { EngineCaller } from '../admission/engine-admission.ts';
import { type AskServices, askProject } from './ask-project.ts';
import { personAnswer, type WrittenPerson } from './person-answer.ts';

/**
 * A person by its id, by an id that was merged into it, or by a distinct id.
 * @throws AppError not_found; throttled, query_capacity and the codes of the engine
 */
export async function getPerson(
  services: AskServices & { readonly database: Database },
  caller: EngineCaller,
  name: string,
): Promise<WrittenPerson & Pick<ShownPerson, 'first_event' | 'last_event'>> {
  const { projectId, signal } = caller;
  const { query: db } = services.database;
  const id = await findPersonId(db, projectId, name);
  const person = id === undefined ? undefined : await findPerson(db, projectId, id);
  if (person === undefined) throw new AppError('not_found', 'There is no such person.');
  const asking = { projectId, signal, admit: services.admission.charge(caller) };
  const [[events, first, last] = []] = await askProject(services, asking, {
    query: `select count(), toUnixTimestamp64Milli(min(timestamp)), toUnixTimestamp64Milli(max(timestamp))
      from events where person_id = toUUID({id})`,
    values: { id: person.id },
  });
  const at = (ms: unknown): string | null => (events === 0 ? null : isoTime(Number(ms)));
  return {
    ...personAnswer(person, await listDistinctIds(db, projectId, person.id, MOST_SHOWN_IDS)),
    first_event: at(first),
    last_event: at(last),
  };
}
