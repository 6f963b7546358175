import type { EngineParameters } from '../../../base/engine-parameter.ts';
import { newUuid } from '../../../base/ids.ts';
import { DATABASE } from '../ddl/engine-tables.ts';
import { TABLES_OF_EVENTS } from '../ddl/event-columns.ts';
import type { Engine } from '../engine.ts';
import { deletePersonsByPages } from './delete-by-pages.ts';
import { dropEventList, eventListOf } from './listed-events.ts';
import { runMutation } from './run-mutation.ts';

/**
 * Removes what carries these ids of persons in a project: events and the record that they were seen, so that events
 * that are sent or imported again come back, members of cohorts, distinct ids, overrides and the persons' own rows. No
 * writer may run meanwhile. May be repeated after a failure or crash at any point.
 *
 * The ids stand in a table that goes with the work: the engine keeps the text of a mutation on the disk for long.
 */
export async function deletePersonRows(
  engine: Pick<Engine, 'command' | 'insert' | 'form' | 'settle'>,
  projectId: number,
  personIds: readonly string[],
): Promise<void> {
  if (engine.form !== undefined) return deletePersonsByPages(engine, projectId, personIds);
  const list = eventListOf({ id: newUuid(), projectId });
  await engine.command(`CREATE TABLE ${DATABASE}.${list.table} (id UUID) ENGINE = MergeTree ORDER BY id`);
  try {
    const body = Buffer.from(personIds.map((id) => `["${id}"]\n`).join(''));
    await engine.insert({ table: list.table, columns: ['id'], format: 'JSONCompactEachRow', body });
    for (const removal of removalsOf(`SELECT id FROM ${DATABASE}.${list.table}`))
      await remove(engine, projectId, removal);
  } finally {
    await dropEventList(engine, list);
  }
}

/** A table and which of its rows go. */
interface Removal {
  readonly table: string;
  readonly where: string;
}

const IN_PROJECT = 'project_id = {project_id:UInt64}';

/** In an order in which nothing is removed by which other rows are still to be found. */
function removalsOf(ids: string): readonly Removal[] {
  const ofPersons = (table: string, column: string): string =>
    `SELECT ${column} FROM ${DATABASE}.${table} WHERE ${IN_PROJECT} AND person_id IN (${ids})`;
  const distinctIds = `distinct_id IN (${ofPersons('person_distinct_ids', 'distinct_id')})`;
  return [
    { table: 'event_ids', where: `uuid IN (${ofPersons('events', 'uuid')})` },
    ...TABLES_OF_EVENTS.map((table) => ({ table, where: `person_id IN (${ids})` })),
    { table: 'cohort_members', where: distinctIds },
    { table: 'person_distinct_ids', where: distinctIds },
    { table: 'person_overrides', where: `old_person_id IN (${ids})` },
    { table: 'persons', where: `id IN (${ids})` },
  ];
}

/** Asks first, because even a mutation without rows takes seconds. */
async function remove(
  engine: Pick<Engine, 'command'>,
  projectId: number,
  { table, where }: Removal,
): Promise<void> {
  const parameters: EngineParameters = { project_id: { type: 'UInt64', value: projectId } };
  const rows = `${IN_PROJECT} AND ${where}`;
  const found = await engine.command(`SELECT 1 FROM ${DATABASE}.${table} WHERE ${rows} LIMIT 1`, parameters);
  if (found.rowCount > 0) await runMutation(engine, { table, change: 'DELETE', where: rows, parameters });
}
