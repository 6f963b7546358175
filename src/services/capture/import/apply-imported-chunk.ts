import {
  type ImportedPerson,
  type ImportTables,
  readImportedEventNames,
  readImportedPersons,
} from '../../../adapters/engine/statements/import-rows.ts';
import { readImportedValues } from '../../../adapters/engine/statements/read-imported-values.ts';
import { nextNumber } from '../../../adapters/store/counter-store.ts';
import { recordEventNames } from '../../../adapters/store/definition-store.ts';
import { updateImport } from '../../../adapters/store/import-store.ts';
import { findPersonsByDistinctIds } from '../../../adapters/store/person-store.ts';
import { parseCaptureJson } from '../event/canonical-json.ts';
import type { PlainObject } from '../event/plain-object.ts';
import { changeProperties } from '../persons/change-properties.ts';
import { PersonBook } from '../persons/person-book.ts';
import { savePersonBook } from '../persons/save-person-book.ts';
import { recordProperties } from '../writer/record-properties.ts';
import type { WriterServices } from '../writer/writer-services.ts';
import { countImportedValues } from './count-imported-values.ts';

/**
 * Brings the persons and definitions of a chunk's new events into the metadata store and marks the chunk as pending, in
 * one transaction. After that transaction the events must reach the engine.
 */
export async function applyImportedChunk(
  { engine, database, clock }: WriterServices,
  tables: ImportTables,
  { importId, chunk }: { readonly importId: string; readonly chunk: number },
): Promise<void> {
  const { projectId } = tables;
  const nowMs = clock.nowMs();
  const [persons, eventNames, values, personValues] = await Promise.all([
    readImportedPersons(engine, tables, chunk),
    readImportedEventNames(engine, tables, chunk),
    readImportedValues(engine, tables, { chunk, column: 'properties' }),
    readImportedValues(engine, tables, { chunk, column: 'person_properties' }),
  ]);
  const counts = [...countImportedValues('event', values), ...countImportedValues('person', personValues)];
  await database.transaction(async (transaction) => {
    const version = await nextNumber(transaction, 'person_version');
    const ids = persons.map(({ distinctId }) => distinctId);
    const book = new PersonBook(projectId, await findPersonsByDistinctIds(transaction, projectId, ids));
    for (const person of persons) applyPerson(book, person);
    await savePersonBook(transaction, projectId, book, version);
    await recordProperties(transaction, projectId, counts, nowMs);
    await recordEventNames(transaction, projectId, eventNames, nowMs);
    await updateImport(transaction, { projectId, id: importId }, { pendingChunk: chunk }, nowMs);
  });
}

function applyPerson(book: PersonBook, { distinctId, firstUs, properties }: ImportedPerson): void {
  if (!book.has(distinctId)) book.create(distinctId, firstUs);
  book.sawEventAt(distinctId, firstUs);
  const set: PlainObject = Object.fromEntries(
    properties.map(([name, json]) => [name, parseCaptureJson(json)]),
  );
  book.changeProperties(distinctId, (before) => changeProperties(before, { set }));
}
