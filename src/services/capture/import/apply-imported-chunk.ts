import {
  type ImportedPerson,
  type ImportTables,
  readImportedEventNames,
  readImportedPersons,
  readImportedProperties,
} from '../../../adapters/engine/statements/import-rows.ts';
import { nextNumber } from '../../../adapters/store/counter-store.ts';
import {
  addPropertyDefinitions,
  listPropertyDefinitions,
  type PropertyDefinition,
  type PropertyOwner,
  recordEventNames,
} from '../../../adapters/store/definition-store.ts';
import { updateImport } from '../../../adapters/store/import-store.ts';
import {
  findPersonsByDistinctIds,
  saveDistinctIds,
  savePersons,
} from '../../../adapters/store/person-store.ts';
import { parseCaptureJson } from '../canonical-json.ts';
import { changeProperties } from '../change-properties.ts';
import { PersonBook } from '../person-book.ts';
import type { PlainObject } from '../plain-object.ts';
import { propertyTypeOf } from '../property-memory.ts';
import type { WriterServices } from '../writer-services.ts';

/**
 * Brings the persons and definitions of a chunk's new events into the metadata store, and marks the chunk as pending, in
 * one transaction: from then on its events must reach the engine.
 */
export async function applyImportedChunk(
  { engine, database, clock }: WriterServices,
  tables: ImportTables,
  { importId, chunk }: { readonly importId: string; readonly chunk: number },
): Promise<void> {
  const { projectId } = tables;
  const nowMs = clock.nowMs();
  const persons = await readImportedPersons(engine, tables, chunk);
  const eventNames = await readImportedEventNames(engine, tables, chunk);
  const known = await listPropertyDefinitions(database.query, projectId);
  const knownNames = known.filter(({ type }) => type === 'event').map(({ name }) => name);
  const properties = await readImportedProperties(engine, tables, { chunk, known: knownNames });
  const personProperties = persons.flatMap((person) => person.properties);
  await database.transaction(async (transaction) => {
    const version = await nextNumber(transaction, 'person_version');
    const ids = persons.map(({ distinctId }) => distinctId);
    const book = new PersonBook(projectId, await findPersonsByDistinctIds(transaction, projectId, ids));
    for (const person of persons) applyPerson(book, person);
    const changes = book.changes();
    await savePersons(transaction, projectId, changes.persons, version);
    await saveDistinctIds(transaction, projectId, changes.distinctIds, version);
    const definitions = [...definitionsOf('event', properties), ...definitionsOf('person', personProperties)];
    await addPropertyDefinitions(transaction, projectId, definitions, nowMs);
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

/** Each property once, with the type of its first value that is not null. */
function definitionsOf(
  type: PropertyOwner,
  values: readonly (readonly [name: string, json: string])[],
): readonly PropertyDefinition[] {
  const definitions = new Map<string, PropertyDefinition>();
  for (const [name, json] of values)
    if (json !== 'null' && !definitions.has(name))
      definitions.set(name, { type, name, propertyType: propertyTypeOf(parseStart(json)) });
  return [...definitions.values()];
}

/** The value of a JSON text that may be cut off; a cut text was a long String. */
function parseStart(json: string): unknown {
  try {
    return parseCaptureJson(json);
  } catch {
    return json;
  }
}
