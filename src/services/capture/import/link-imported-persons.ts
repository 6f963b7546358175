import { importTables } from '../../../adapters/engine/statements/import-rows.ts';
import {
  type ImportedLink,
  readImportedLinks,
} from '../../../adapters/engine/statements/read-imported-links.ts';
import { nextNumber } from '../../../adapters/store/counter-store.ts';
import type { ImportKey } from '../../../adapters/store/import-store.ts';
import { findPersonsByDistinctIds } from '../../../adapters/store/person-store.ts';
import { underLease } from '../../leases/write-lease.ts';
import type { CaptureServices } from '../capture-services.ts';
import { cutDistinctId } from '../event/cut-distinct-id.ts';
import { isIllegalDistinctId } from '../persons/illegal-distinct-id.ts';
import { PersonBook } from '../persons/person-book.ts';
import { projectPersons } from '../persons/project-persons.ts';
import { savePersonBook } from '../persons/save-person-book.ts';

/** Persons per reading. The number is large because each reading looks at all lines. */
const PERSONS_PER_READING = 10_000;
/** Persons per transaction. The number is small because captures wait for the lock meanwhile. */
const PERSONS_AT_ONCE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Joins the distinct ids to which the file of an import gives the same person. A part of an export lacks the events
 * that once joined them, and a whole export is not replayed in its order. Call it when all events of the file are
 * there. May be repeated after a failure or crash at any point.
 * @returns false when `signal` has stopped it
 */
export async function linkImportedPersons(
  services: CaptureServices,
  key: ImportKey,
  signal?: AbortSignal,
): Promise<boolean> {
  const tables = importTables(key.id, key.projectId);
  for (let after: string | undefined = FIRST_ID; after !== undefined; ) {
    const page = { after, limit: PERSONS_PER_READING };
    const links: readonly ImportedLink[] = (await readImportedLinks(services.engine, tables, page)).map(
      asCaptured,
    );
    for (let start = 0; start < links.length; start += PERSONS_AT_ONCE) {
      if (signal?.aborted) return false;
      const some = links.slice(start, start + PERSONS_AT_ONCE);
      await services.writeLock.hold(key.projectId, (lease) =>
        saveLinks(underLease(lease, services), key.projectId, some),
      );
    }
    after = links.at(-1)?.personId;
  }
  return true;
}

/** With its ids as the events of the file have them. */
function asCaptured({ personId, distinctIds }: ImportedLink): ImportedLink {
  return { personId, distinctIds: [...new Set(distinctIds.map(cutDistinctId))] };
}

async function saveLinks(
  services: CaptureServices,
  projectId: number,
  links: readonly ImportedLink[],
): Promise<void> {
  const ids = links.flatMap(({ distinctIds }) => distinctIds);
  await services.database.transaction(async (transaction) => {
    // Comes first: it keeps other replicas from changing the persons between reading and saving them.
    const version = await nextNumber(transaction, 'person_version');
    const book = new PersonBook(projectId, await findPersonsByDistinctIds(transaction, projectId, ids));
    for (const { distinctIds } of links) link(book, distinctIds);
    await savePersonBook(transaction, book, { projectId, version, slices: services.slices });
  });
  await projectPersons(services);
}

/**
 * Joins ids. Ids without a person come from personless events; when no id has a person, the file does not know the
 * person either.
 */
function link(book: PersonBook, distinctIds: readonly string[]): void {
  const legal = distinctIds.filter((id) => !isIllegalDistinctId(id));
  const owner = legal.find((id) => book.has(id));
  if (owner === undefined) return;
  for (const id of legal)
    if (!book.has(id)) book.join(id, owner);
    else if (book.personIdOf(id) !== book.personIdOf(owner)) book.merge(id, owner);
}
