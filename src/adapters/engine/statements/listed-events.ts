import type { EngineParameters } from '../../../base/engine-parameter.ts';
import { invariant } from '../../../base/invariant.ts';
import { DATABASE } from '../ddl/engine-tables.ts';
import { wholeEngine } from '../ddl/server-tables.ts';
import type { CommandOptions, Engine } from '../engine.ts';
import { parseRows } from '../parse-rows.ts';
import { deleteIds, pagesOf } from './delete-by-pages.ts';
import { endMutationsOfGoneTables, forgetMutationsOf } from './run-mutation.ts';

/**
 * The list of the events that a deletion removes: a table of their ids and times. It stands until the deletion has
 * ended, so that each step can be repeated after a crash.
 */
export interface EventList {
  readonly projectId: number;
  /** Name of the table, without database. */
  readonly table: string;
}

type Commands = Pick<Engine, 'command' | 'form' | 'settle'>;

const PREFIX = 'deletion_';

/** Makes a mutation answer when its rows are gone; for a large month the engine rewrites its parts. */
const MUTATION: CommandOptions = { timeoutMs: 3_600_000, settings: { mutations_sync: 2 } };

/** The list of the deletion with that id (a UUID). */
export function eventListOf({
  id,
  projectId,
}: {
  readonly id: string;
  readonly projectId: number;
}): EventList {
  invariant(/^[0-9a-f-]{36}$/.test(id), 'the id of a deletion is a UUID');
  return { projectId, table: `${PREFIX}${id.replaceAll('-', '')}` };
}

/** Makes the list, without what an earlier attempt left in it. Rows are `EVENT_LIST_COLUMNS`. */
export async function makeEventList(engine: Commands, list: EventList): Promise<void> {
  await dropEventList(engine, list);
  const { form } = engine;
  // On a cluster every node has the list, so that any of them can go on with it.
  const kind = form?.cluster === undefined ? 'MergeTree' : wholeEngine('MergeTree');
  await engine.command(`CREATE TABLE ${DATABASE}.${list.table}${form?.onCluster ?? ''} (
      uuid UUID, seconds UInt32, month UInt32 MATERIALIZED toYYYYMM(toDateTime(seconds, 'UTC'))
    ) ENGINE = ${kind} ORDER BY (month, uuid) SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`);
}

/** Columns of a row of the list: id and time, in seconds since 1970. */
export const EVENT_LIST_COLUMNS = ['uuid', 'seconds'] as const;

/**
 * Removes the list, unless a mutation that the engine goes on with reads it, such as one that took longer than the
 * lease of its writer: without its list it would fail for ever, and with it every later one. A later start removes it
 * then.
 */
export async function dropEventList(
  engine: Pick<Engine, 'command' | 'form'>,
  { table }: Pick<EventList, 'table'>,
): Promise<void> {
  const { form } = engine;
  // On servers no mutation names another table.
  if (form === undefined) {
    if (await isRead(engine, table)) return;
    await forgetMutationsOf(engine, table);
  }
  await engine.command(`DROP TABLE IF EXISTS ${DATABASE}.${table}${form?.onCluster ?? ''} SYNC`);
}

async function isRead(engine: Pick<Engine, 'command'>, table: string): Promise<boolean> {
  const { rowCount } = await engine.command(
    `SELECT 1 FROM system.mutations
      WHERE database = '${DATABASE}' AND NOT is_done AND position(command, {list:String}) > 0 LIMIT 1`,
    { list: { type: 'String', value: table } },
  );
  return rowCount > 0;
}

/**
 * Removes all lists but those that are kept, which are asked for after the lists are known: a list that is made
 * meanwhile stays. The engine goes on with no mutation whose list is gone.
 */
export async function keepOnlyEventLists(
  engine: Commands,
  findKept: () => Promise<readonly EventList[]>,
): Promise<void> {
  const found = await rowsOf(
    engine,
    `SELECT name FROM system.tables WHERE database = '${DATABASE}' AND startsWith(name, '${PREFIX}')`,
  );
  const tables = new Set((await findKept()).map(({ table }) => table));
  for (const [name] of found) {
    const table = String(name);
    if (!tables.has(table)) await dropEventList(engine, { table });
  }
  if (engine.form === undefined) await endMutationsOfGoneTables(engine, PREFIX);
}

/** Months of the listed events, such as 202512, with the number of events. In order. */
export async function countListedMonths(
  engine: Commands,
  { table }: EventList,
): Promise<readonly { readonly month: number; readonly events: number }[]> {
  const rows = await rowsOf(
    engine,
    `SELECT month, toUInt64(count()) FROM ${DATABASE}.${table} GROUP BY month ORDER BY month`,
  );
  return rows.map(([month, events]) => ({ month: Number(month), events: Number(events) }));
}

/**
 * Removes the listed events of a month, from lookups too. Their ids stay known, so that nobody writes one of the events
 * meanwhile. No writer may run; may be repeated.
 */
export async function deleteListedMonth(engine: Commands, list: EventList, month: number): Promise<void> {
  const parameters: EngineParameters = {
    project_id: { type: 'UInt64', value: list.projectId },
    month: { type: 'UInt32', value: month },
  };
  const inMonth = `DELETE IN PARTITION ID '${partitionId(month)}'`;
  if (engine.form !== undefined) return deleteMonthByPages(engine, list, { inMonth, parameters });
  await engine.command(
    `ALTER TABLE ${DATABASE}.events ${inMonth}
      WHERE project_id = {project_id:UInt64}
        AND uuid IN (SELECT uuid FROM ${DATABASE}.${list.table} WHERE month = {month:UInt32})`,
    parameters,
    MUTATION,
  );
  const inLookups = `project_id = {project_id:UInt64} AND toYear(timestamp) = intDiv({month:UInt32}, 100)
    AND uuid IN (SELECT uuid FROM ${DATABASE}.${list.table} WHERE month = {month:UInt32})`;
  const found = await engine.command(
    `SELECT 1 FROM ${DATABASE}.lookups WHERE ${inLookups} LIMIT 1`,
    parameters,
    MUTATION,
  );
  if (found.rowCount > 0)
    await engine.command(`ALTER TABLE ${DATABASE}.lookups DELETE WHERE ${inLookups}`, parameters, MUTATION);
}

async function deleteMonthByPages(
  engine: Commands,
  { table }: EventList,
  { inMonth, parameters }: { readonly inMonth: string; readonly parameters: EngineParameters },
): Promise<void> {
  await engine.settle([table]);
  const lookups = await engine.command(
    `SELECT 1 FROM ${DATABASE}.lookups WHERE project_id = {project_id:UInt64} LIMIT 1`,
    parameters,
  );
  const uuids = { column: 'toString(uuid)', from: `${table} WHERE month = {month:UInt32}`, parameters };
  for await (const page of pagesOf(engine, uuids)) {
    await deleteIds(engine, { table: 'events', change: inMonth, parameters }, page);
    if (lookups.rowCount > 0)
      await deleteIds(engine, { table: 'lookups', change: 'DELETE', parameters }, page);
  }
}

/**
 * Forgets that the listed events were seen, so that events that are sent again come back. One that has come back
 * already, after an attempt that was cut off, stays known. No writer may run; may be repeated.
 */
export async function forgetListedEvents(engine: Commands, list: EventList): Promise<void> {
  const listed = `SELECT uuid FROM ${DATABASE}.${list.table}`;
  const returned = `SELECT uuid FROM ${DATABASE}.events
    WHERE project_id = {project_id:UInt64} AND uuid IN (${listed})`;
  const parameters: EngineParameters = { project_id: { type: 'UInt64', value: list.projectId } };
  if (engine.form !== undefined) {
    // Those that have come back are left out of each page.
    await engine.settle(['events', list.table]);
    const uuids = {
      column: 'toString(uuid)',
      from: `${list.table} WHERE uuid NOT IN (${returned})`,
      parameters,
    };
    for await (const page of pagesOf(engine, uuids))
      await deleteIds(engine, { table: 'event_ids', change: 'DELETE', parameters }, page);
    return;
  }
  // Two statements: the engine waits for ever for a set that one mutation needs twice.
  const hasReturned = await engine.command(`${returned} LIMIT 1`, parameters);
  if (hasReturned.rowCount > 0)
    await engine.command(
      `ALTER TABLE ${DATABASE}.${list.table} DELETE WHERE uuid IN (${returned})`,
      parameters,
      MUTATION,
    );
  await engine.command(
    `ALTER TABLE ${DATABASE}.event_ids DELETE WHERE project_id = {project_id:UInt64} AND uuid IN (${listed})`,
    parameters,
    MUTATION,
  );
}

function partitionId(month: number): string {
  invariant(Number.isInteger(month), 'a month is a number');
  return String(month);
}

async function rowsOf(engine: Commands, sql: string): Promise<readonly (readonly unknown[])[]> {
  return parseRows(await engine.command(sql));
}
