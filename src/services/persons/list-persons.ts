import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../adapters/store/database.ts';
import { findPerson, findPersonsByDistinctIds, listDistinctIds } from '../../adapters/store/person-store.ts';
import type { GivenValues } from '../../schema/given-values.ts';
import type { Page } from '../../schema/page.ts';
import { MOST_LISTED_IDS, type PersonListQuery } from '../../schema/person.ts';
import type { EngineCaller } from '../admission/engine-admission.ts';
import { type Asking, type AskServices, askProject } from './ask-project.ts';
import { personAnswer, type WrittenPerson } from './person-answer.ts';

interface ListServices extends AskServices {
  readonly database: Database;
}

/** A page ends behind the person with whom its properties pass so many characters. */
const MOST_TEXT_OF_A_PAGE = 4_000_000;

/** Persons of a project, newest first. @throws AppError throttled, query_capacity and the codes of the engine */
export async function listPersons(
  services: ListServices,
  caller: EngineCaller,
  wanted: PersonListQuery,
): Promise<Page<WrittenPerson>> {
  const { projectId } = caller;
  const { count, ids } = await findIds(services, caller, wanted);
  const { query: db } = services.database;
  const results: WrittenPerson[] = [];
  let taken = 0;
  let text = 0;
  for (const id of ids) {
    taken += 1;
    const person = await findPerson(db, projectId, id);
    if (person === undefined) continue;
    results.push(personAnswer(person, await listDistinctIds(db, projectId, id, MOST_LISTED_IDS)));
    text += person.properties.length;
    if (text > MOST_TEXT_OF_A_PAGE) break;
    // Properties of a person may be large, and there may be a thousand of them.
    await nextTurn();
  }
  return { count, results, taken };
}

interface Found {
  readonly count: number;
  readonly ids: readonly string[];
}

async function findIds(
  services: ListServices,
  caller: EngineCaller,
  { distinct_id: distinctId, search, limit, offset }: PersonListQuery,
): Promise<Found> {
  const { projectId, signal } = caller;
  const asking: Asking = { projectId, signal, admit: services.admission.charge(caller) };
  if (distinctId !== undefined) {
    const owner = await ownerOf(services, projectId, distinctId);
    const matches =
      owner !== undefined && (search === undefined || (await isFound(services, asking, owner, search)));
    const ids = matches ? [owner] : [];
    return { count: ids.length, ids: ids.slice(offset, offset + limit) };
  }
  const { where, values } = search === undefined ? { where: '', values: {} } : matching(search);
  const [[count] = []] = await askProject(services, asking, {
    query: `select count() from persons ${where}`,
    values,
  });
  const rows = await askProject(services, asking, {
    query: `select toString(id) from persons ${where} order by created_at desc, id`,
    values,
    limit,
    offset,
  });
  return { count: Number(count), ids: rows.map(([id]) => String(id)) };
}

async function ownerOf(
  { database }: Pick<ListServices, 'database'>,
  projectId: number,
  distinctId: string,
): Promise<string | undefined> {
  return (await findPersonsByDistinctIds(database.query, projectId, [distinctId])).get(distinctId)?.id;
}

async function isFound(services: AskServices, asking: Asking, id: string, search: string): Promise<boolean> {
  const { where, values } = matching(search);
  const query = `select 1 from persons ${where} and toString(id) = {id}`;
  return (await askProject(services, asking, { query, values: { ...values, id } })).length > 0;
}

/** Persons whose email or name holds the text, and the one whose distinct id it is. */
function matching(search: string): { readonly where: string; readonly values: GivenValues } {
  const where = `where (positionCaseInsensitiveUTF8(ifNull(toString(properties.email), ''), {search}) > 0
    or positionCaseInsensitiveUTF8(ifNull(toString(properties.name), ''), {search}) > 0
    or id in (select person_id from person_distinct_ids where distinct_id = {search}))`;
  return { where, values: { search } };
}
