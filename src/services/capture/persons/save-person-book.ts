import type { Queryable } from '../../../adapters/store/database.ts';
import { movePerson, saveDistinctIds, savePersons } from '../../../adapters/store/person-store.ts';
import { setHasPersonOverrides } from '../../../adapters/store/project-store.ts';
import type { PersonBook } from './person-book.ts';

/** Writes the changes of a book to the store. Call it in the transaction that filled the book. */
export async function savePersonBook(
  db: Queryable,
  projectId: number,
  book: PersonBook,
  version: number,
): Promise<void> {
  const { persons, moves, distinctIds } = book.changes();
  await savePersons(db, projectId, persons, version);
  for (const move of moves) await movePerson(db, projectId, move, version);
  await saveDistinctIds(db, projectId, distinctIds, version);
  if (moves.length > 0) await setHasPersonOverrides(db, projectId, true);
}
