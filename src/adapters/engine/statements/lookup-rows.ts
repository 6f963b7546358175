import type { EngineParameters } from '../../../base/engine-parameter.ts';
import type { LookupSubject } from '../../../schema/lookup.ts';
import { DATABASE } from '../ddl/engine-tables.ts';
import { EVENT_COLUMN_TYPES } from '../ddl/event-columns.ts';
import type { CommandOptions, Engine } from '../engine.ts';
import { parseRows } from '../parse-rows.ts';
import { ofLiveReplicas, onAllReplicas, storedName } from '../server-form.ts';
import { EVENT_COLUMNS } from './insert-events.ts';
import { lookupValue, toldSubject } from './lookup-value.ts';
import { refuseWhileInserting } from './refuse-while-inserting.ts';
import { beginMutation } from './run-mutation.ts';

/** A lookup of a project. Numbers are never used again. */
export interface LookupKey {
  readonly projectId: number;
  readonly number: number;
}

/** A time range of events, microseconds since 1970: from the first to before the second. */
export interface EventRange {
  readonly fromUs: number;
  readonly beforeUs: number;
}

type Commands = Pick<Engine, 'command'>;

const TABLE = `${DATABASE}.lookups`;
const COLUMNS = EVENT_COLUMNS.join(', ');
const OF_LOOKUP = 'project_id = {project_id:UInt64} AND lookup = {lookup:UInt32}';

/** Columns of the rows of `insertLookupRows`: the lookups of the event, each with its subject, and the event. */
const STRUCTURE = [
  'lookups Array(Tuple(UInt32, String, String))',
  ...EVENT_COLUMNS.map((name) => `${name} ${EVENT_COLUMN_TYPES[name]}`),
].join(', ');

const SELECT_GIVEN = `SELECT told.1, assumeNotNull(found), ${COLUMNS} FROM (
  SELECT told, ${lookupValue({ kind: 'told.2', key: 'told.3' })} AS found, ${COLUMNS}
  FROM input('${STRUCTURE.replaceAll("'", "\\'")}') ARRAY JOIN lookups AS told
) WHERE found IS NOT NULL`;

/**
 * Inserts events into the lookups that they name, those that have a value under its subject.
 * @param rows in RowBinary: number, kind and key of each lookup (`toldSubject`), then EVENT_COLUMNS
 */
export async function insertLookupRows(engine: Pick<Engine, 'insert'>, rows: Uint8Array): Promise<void> {
  const columns = ['lookup', 'value', ...EVENT_COLUMNS];
  await engine.insert({ table: 'lookups', columns, format: 'RowBinary', body: rows, select: SELECT_GIVEN });
}

/** Options of a statement that copies or reads much, beside the answers. */
const LONG: CommandOptions = {
  timeoutMs: 3_600_000,
  settings: { max_threads: 1, priority: 10, min_insert_block_size_bytes: 64 * 1024 * 1024 },
};

/** The newest events of a project before a time. */
export interface NewestRange {
  /** Of the first of them, microseconds since 1970. */
  readonly fromUs: number;
  /** How many were counted: more may have the time of the first. */
  readonly events: number;
  /** How many are older. */
  readonly left: number;
  /** How many events the project has besides: those of that time on. */
  readonly newer: number;
}

/** About the `rows` newest events of a project before a time, of one month. Null when there are none. */
export async function newestRange(
  engine: Commands,
  { projectId, beforeUs }: { readonly projectId: number; readonly beforeUs: number },
  rows: number,
): Promise<NewestRange | null> {
  const ofProject = `FROM ${DATABASE}.events WHERE project_id = {project_id:UInt64}`;
  const before = `${ofProject} AND timestamp < fromUnixTimestamp64Micro({before:Int64})`;
  const answer = await engine.command(
    `SELECT toUnixTimestamp64Micro(min(timestamp)), toUInt32(count()),
      toUInt32((SELECT count() ${before})), toUInt32((SELECT count() ${ofProject})) FROM (
      SELECT timestamp ${before}
        AND timestamp >= toDateTime64(toStartOfMonth((SELECT max(timestamp) ${before})), 6, 'UTC')
      ORDER BY timestamp DESC LIMIT {rows:UInt64})`,
    {
      project_id: { type: 'UInt64', value: projectId },
      before: { type: 'Int64', value: BigInt(beforeUs) },
      rows: { type: 'UInt64', value: rows },
    },
    LONG,
  );
  const [[fromUs = 0, events = 0, older = 0, all = 0] = []] = parseRows(answer).map((row) => row.map(Number));
  return events === 0 ? null : { fromUs, events, left: older - events, newer: all - older };
}

/** Copies the events of a range into a lookup that has none of them. No writer may run. */
export async function copyIntoLookup(
  engine: Commands,
  { projectId, number, subject }: LookupKey & { readonly subject: LookupSubject },
  range: EventRange,
): Promise<void> {
  const { kind, key } = toldSubject(subject);
  await engine.command(
    `INSERT INTO ${TABLE} (lookup, value, ${COLUMNS}) SELECT {lookup:UInt32}, assumeNotNull(found), ${COLUMNS} FROM (
      SELECT ${lookupValue({ kind: '{kind:String}', key: '{key:String}' })} AS found, ${COLUMNS}
      FROM ${DATABASE}.events WHERE project_id = {project_id:UInt64}
        AND timestamp >= fromUnixTimestamp64Micro({from:Int64}) AND timestamp < fromUnixTimestamp64Micro({before:Int64})
    ) WHERE found IS NOT NULL`,
    {
      ...keyParameters({ projectId, number }),
      kind: { type: 'String', value: kind },
      key: { type: 'String', value: key },
      from: { type: 'Int64', value: BigInt(range.fromUs) },
      before: { type: 'Int64', value: BigInt(range.beforeUs) },
    },
    LONG,
  );
}

/**
 * Takes the rows before a time away from a lookup: what a step that was cut off has left, or all. Has the engine begin
 * it, which then goes on behind the answer and after a restart. No writer may run.
 * @returns true when there are none
 * @throws AppError engine_unavailable while an insert that was given up may still add some
 */
export async function removeLookupRows(
  engine: Engine,
  lookup: LookupKey,
  beforeUs: number,
): Promise<boolean> {
  const { form } = engine;
  await refuseWhileInserting(engine);
  const rows = `${OF_LOOKUP} AND timestamp < fromUnixTimestamp64Micro({before:Int64})`;
  const parameters: EngineParameters = {
    ...keyParameters(lookup),
    before: { type: 'Int64', value: BigInt(beforeUs) },
  };
  const found = await engine.command(`SELECT 1 FROM ${TABLE} WHERE ${rows} LIMIT 1`, parameters);
  if (found.rowCount === 0) return true;
  const changing = await engine.command(
    `SELECT 1 FROM ${onAllReplicas(form, 'system.mutations')}
      WHERE database = '${DATABASE}' AND table = '${storedName(form, 'lookups')}' AND NOT is_done LIMIT 1`,
    {},
    ofLiveReplicas(form),
  );
  if (changing.rowCount > 0) return false;
  await beginMutation(engine, { table: 'lookups', change: 'DELETE', where: rows, parameters });
  return false;
}

function keyParameters({ projectId, number }: LookupKey): EngineParameters {
  return {
    project_id: { type: 'UInt64', value: projectId },
    lookup: { type: 'UInt32', value: number },
  };
}
