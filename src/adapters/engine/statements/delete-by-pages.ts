import type { EngineParameters } from '../../../base/engine-parameter.ts';
import { DATABASE } from '../ddl/engine-tables.ts';
import { TABLES_OF_EVENTS } from '../ddl/event-columns.ts';
import type { Engine } from '../engine.ts';
import { parseRows } from '../parse-rows.ts';
import { type Mutation, runMutation } from './run-mutation.ts';

/**
 * Deleting on a server. Tables that are replicated take no mutation that reads another table, so what is to go is read
 * in pages and stands in the text. Keeper takes a megabyte; so many ids of 39 letters are 390 KB.
 */
const PAGE = 10_000;
const PERSONS_AT_ONCE = 4_000;

type Commands = Pick<Engine, 'command' | 'form' | 'settle'>;

const IN_PROJECT = 'project_id = {project_id:UInt64}';
const OF_PERSONS = `${IN_PROJECT} AND person_id IN {persons:Array(UUID)}`;
/** A distinct id is a text of a user, which would stand in Keeper for as long as the mutation does. */
const HASH = 'hex(sipHash128(distinct_id))';
const WITH_HASH = `${IN_PROJECT} AND ${HASH} IN {page:Array(String)}`;

/** Does what `deletePersonRows` does. May be repeated. */
export async function deletePersonsByPages(
  engine: Commands,
  projectId: number,
  personIds: readonly string[],
): Promise<void> {
  await engine.settle([
    'events',
    'lookups',
    'event_ids',
    'person_distinct_ids',
    'person_overrides',
    'persons',
  ]);
  for (let start = 0; start < personIds.length; start += PERSONS_AT_ONCE)
    await deletePersons(engine, {
      project_id: { type: 'UInt64', value: projectId },
      persons: { type: 'Array(UUID)', value: personIds.slice(start, start + PERSONS_AT_ONCE) },
    });
}

/** In an order in which nothing is removed by which other rows are still to be found. */
async function deletePersons(engine: Commands, parameters: EngineParameters): Promise<void> {
  const uuids = { column: 'toString(uuid)', from: `events WHERE ${OF_PERSONS}`, parameters };
  for await (const page of pagesOf(engine, uuids))
    await deleteIds(engine, { table: 'event_ids', change: 'DELETE', parameters }, page);
  for (const table of TABLES_OF_EVENTS) await remove(engine, { table, where: OF_PERSONS, parameters });
  const hashes = { column: HASH, from: `person_distinct_ids WHERE ${OF_PERSONS}`, parameters };
  for await (const page of pagesOf(engine, hashes))
    for (const table of ['cohort_members', 'person_distinct_ids'])
      await remove(engine, {
        table,
        where: WITH_HASH,
        parameters: { ...parameters, page: { type: 'Array(String)', value: page } },
      });
  const ofIds = (column: string) => `${IN_PROJECT} AND ${column} IN {persons:Array(UUID)}`;
  await remove(engine, { table: 'person_overrides', where: ofIds('old_person_id'), parameters });
  await remove(engine, { table: 'persons', where: ofIds('id'), parameters });
}

/** Removes the rows of a project whose ids (UUIDs as texts) stand in a page. */
export async function deleteIds(
  engine: Commands,
  { table, change, parameters }: Omit<Mutation, 'where'>,
  page: readonly string[],
): Promise<void> {
  await runMutation(engine, {
    table,
    change,
    where: `${IN_PROJECT} AND uuid IN {page:Array(UUID)}`,
    parameters: { ...parameters, page: { type: 'Array(UUID)', value: page } },
  });
}

/** Asks first, because even a mutation without rows takes seconds. */
async function remove(
  engine: Commands,
  { table, where, parameters }: Omit<Mutation, 'change'>,
): Promise<void> {
  const found = await engine.command(`SELECT 1 FROM ${DATABASE}.${table} WHERE ${where} LIMIT 1`, parameters);
  if (found.rowCount > 0) await runMutation(engine, { table, change: 'DELETE', where, parameters });
}

interface Pages {
  /** An expression of texts. */
  readonly column: string;
  /** A table of `app` and its condition. */
  readonly from: string;
  readonly parameters: EngineParameters;
}

/** Different texts in their order, in pages. Those of a page may be gone when the next one is read. */
export async function* pagesOf(
  engine: Pick<Engine, 'command'>,
  { column, from, parameters }: Pages,
): AsyncGenerator<readonly string[]> {
  for (let after = ''; ; ) {
    const answer = await engine.command(
      `SELECT DISTINCT ${column} AS text FROM ${DATABASE}.${from} AND text > {after:String} ORDER BY text LIMIT ${PAGE}`,
      { ...parameters, after: { type: 'String', value: after } },
      { timeoutMs: 600_000 },
    );
    const page = parseRows(answer).map(([text]) => String(text));
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    after = page.at(-1) ?? '';
  }
}
