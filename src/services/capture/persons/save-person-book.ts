import { nextNumber } from '../../../adapters/store/counter-store.ts';
import type { Queryable } from '../../../adapters/store/database.ts';
import { movePerson, saveDistinctIds, savePersons } from '../../../adapters/store/person-store.ts';
import { setHasPersonOverrides } from '../../../adapters/store/project-store.ts';
import type { LoopSlices } from '../../../base/loop-slices.ts';
import { sortedTexts } from '../../../base/sorted-texts.ts';
import type { PersonBook } from './person-book.ts';

interface Saving {
  readonly projectId: number;
  /** Of the first rows; many rows take several. */
  readonly version: number;
  readonly slices: LoopSlices;
}

/**
 * Rows of one version. They are read and copied to the engine as one (`projectPersons`), which is work for the event
 * loop that does not pause.
 */
const ROWS_OF_VERSION = 5_000;

/**
 * Writes the changes of a book to the store, in the order of the ids: neighbours stand on the same pages. Call it in
 * the transaction that filled the book.
 */
export async function savePersonBook(
  db: Queryable,
  book: PersonBook,
  { projectId, version: first, slices }: Saving,
): Promise<void> {
  let version = first;
  let rows = 0;
  const count = async (more: number): Promise<void> => {
    rows += more;
    if (rows < ROWS_OF_VERSION) return;
    version = await nextNumber(db, 'person_version');
    rows = 0;
  };
  const { personIds, moves, distinctIds } = book.changes();
  for (const ids of inPieces(await slices.run(sortedTexts(personIds)))) {
    const persons = ids.map((id) => book.storedPerson(id));
    await savePersons(db, projectId, persons, version);
    await count(ids.length);
  }
  for (const move of moves) await movePerson(db, projectId, move, version);
  for (const ids of inPieces(await slices.run(sortedTexts(distinctIds)))) {
    const personIdOf = new Map(ids.map((id) => [id, book.personIdOf(id)]));
    await saveDistinctIds(db, projectId, personIdOf, version);
    await count(ids.length);
  }
  if (moves.length > 0) await setHasPersonOverrides(db, projectId, true);
}

/** Persons whose rows are made in one step: a few milliseconds. */
const PERSONS_AT_ONCE = 1_000;

function* inPieces(ids: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += PERSONS_AT_ONCE)
    yield ids.slice(start, start + PERSONS_AT_ONCE);
}
