import type { Queryable } from '../../../adapters/store/database.ts';
import { movePerson, saveDistinctIds, savePersons } from '../../../adapters/store/person-store.ts';
import { setHasPersonOverrides } from '../../../adapters/store/project-store.ts';
import type { PersonBook, StoredPerson } from './person-book.ts';

/** Writes the changes of a book to the store. Call it in the transaction that filled the book. */
export async function savePersonBook(
  db: Queryable,
  projectId: number,
  book: PersonBook,
  version: number,
): Promise<void> {
  const { persons, moves, distinctIds } = book.changes();
  for (const some of inPieces(persons)) await savePersons(db, projectId, some, version);
  for (const move of moves) await movePerson(db, projectId, move, version);
  await saveDistinctIds(db, projectId, distinctIds, version);
  if (moves.length > 0) await setHasPersonOverrides(db, projectId, true);
}

/** Persons whose rows are made in one step: a few milliseconds. */
const PERSONS_AT_ONCE = 1_000;

function* inPieces(persons: Iterable<StoredPerson>): Generator<readonly StoredPerson[]> {
  let some: StoredPerson[] = [];
  for (const person of persons) {
    some.push(person);
    if (some.length < PERSONS_AT_ONCE) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
