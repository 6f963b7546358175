import { invariant } from '../../../base/invariant.ts';
import type { CommandOptions, Engine } from '../engine.ts';
import { type ImportSource, readImportSource } from './import-source.ts';
import { EVENT_COLUMNS } from './insert-events.ts';
import { refuseWhileInserting } from './refuse-while-inserting.ts';

/**
 * Import of a file that the engine reads itself. The lines go into a table of the import first (`stage`), so that
 * the file is parsed once and a chunk that was cut off by a crash can be completed.
 */
export interface ImportTables {
  readonly projectId: number;
  /** Name of the table with one row per line of the file. */
  readonly lines: string;
  /** Name of the table with the numbers of the lines that are new events, by chunk. */
  readonly fresh: string;
}

/** Lines that are handled as one. */
export const CHUNK_LINES = 100_000;

/** The tables of the import with that id (a UUID). */
export function importTables(importId: string, projectId: number): ImportTables {
  invariant(/^[0-9a-f-]{36}$/.test(importId), 'an import id is a UUID');
  const name = `app.import_${importId.replaceAll('-', '')}`;
  return { projectId, lines: `${name}_lines`, fresh: `${name}_fresh` };
}

/**
 * Reads a file into the tables and answers the number of lines. `is_plain` marks lines that can go into events as they
 * are: for these lines every check here means the same as in `services/capture/event/normalize-event.ts`. All other
 * lines must be judged there.
 */
export async function stageFile(
  engine: Engine,
  tables: ImportTables,
  file: ImportSource & { readonly nowMs: number },
): Promise<number> {
  const source = await readImportSource(file);
  await engine.command(`CREATE TABLE ${tables.lines} (
      line_number UInt64, is_plain Bool, uuid UUID, event String, distinct_id String,
      timestamp DateTime64(6, 'UTC'), properties String CODEC(ZSTD(1)), person_properties String,
      session_id String, window_id String, elements_chain String, person_id UUID, line String CODEC(ZSTD(1))
    ) ENGINE = MergeTree ORDER BY line_number SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`);
  await engine.command(`CREATE TABLE ${tables.fresh} (chunk UInt32, line_number UInt64)
    ENGINE = MergeTree PARTITION BY chunk ORDER BY line_number SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`);
  await engine.command(
    stageStatement(tables, source.select),
    {
      ...source.parameters,
      now_ms: { type: 'Int64', value: BigInt(file.nowMs) },
    },
    LONG_WORK,
  );
  return Number((await readRows(engine, `SELECT count() FROM ${tables.lines}`))[0]?.[0]);
}

/** How many plain lines are events before a time, milliseconds since 1970. */
export async function countLinesBefore(
  engine: Engine,
  tables: ImportTables,
  beforeMs: number,
): Promise<number> {
  const before = `fromUnixTimestamp64Milli(${Math.trunc(beforeMs)})`;
  const rows = await readRows(
    engine,
    `SELECT count() FROM ${tables.lines} WHERE is_plain AND timestamp < ${before}`,
  );
  return Number(rows[0]?.[0]);
}

/**
 * Day-long statements of the importer get as much time as they need. Their priority is that of runs: the engine lets a
 * lower one wait a second at each step while anybody's run goes on, and a chunk waits with the lock of the writer.
 */
export const LONG_WORK: CommandOptions = {
  timeoutMs: 24 * 3_600_000,
  settings: {
    priority: 1,
    output_format_json_escape_forward_slashes: 0,
    output_format_json_quote_64bit_integers: 0,
    input_format_csv_use_best_effort_in_schema_inference: 0,
    date_time_output_format: 'iso',
  },
};

/** Members of a line that are columns here. */
const LINE_TYPE = `Tuple(uuid String, event String, distinct_id String, timestamp String, properties String,
  person_properties String, elements_chain String, person_id String)`;
/** Properties and events that change persons, groups or the row itself; only capture handles these. */
const SPECIAL_PROPERTIES = [
  '$set',
  '$set_once',
  '$unset',
  '$groups',
  '$process_person_profile',
  '$elements_chain',
];
const SPECIAL_EVENTS = ['$identify', '$create_alias', '$merge_dangerously', '$groupidentify'];

const UUID_PATTERN = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';
const TIME_PATTERN =
  '^\\\\d{4}-\\\\d\\\\d-\\\\d\\\\d[T ]([01]\\\\d|2[0-3]):[0-5]\\\\d:[0-5]\\\\d(\\\\.\\\\d{1,6})?(Z|[+-](0\\\\d|1[0-4]):?[0-5]\\\\d)$';

/** Nothing is taken from a line that is no JSON, or whose properties the engine cannot read: see `uuid`, `keys`. */
function stageStatement({ lines }: ImportTables, source: string): string {
  const quote = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');
  return `INSERT INTO ${lines}
    WITH
      JSONExtract(line, '${LINE_TYPE}') AS t,
      JSONExtractKeys(t.properties) AS keys,
      JSONExtractKeys(t.person_properties) AS person_keys,
      parseDateTime64BestEffortOrZero(t.timestamp, 6, 'UTC') AS at,
      JSONType(line) = 'Object'
        AND match(t.uuid, '${UUID_PATTERN}')
        AND t.event != '' AND length(t.event) <= 200 AND t.event NOT IN (${quote(SPECIAL_EVENTS)})
        AND t.distinct_id != '' AND length(t.distinct_id) <= 200
        AND match(t.timestamp, '${TIME_PATTERN}')
        AND toString(toDate(parseDateTime64BestEffortOrZero(substring(t.timestamp, 1, 10), 0, 'UTC')))
          = substring(t.timestamp, 1, 10)
        AND at < toDateTime64('2101-01-01', 6, 'UTC')
        AND toUnixTimestamp64Milli(at) BETWEEN 0 AND {now_ms:Int64} + 82800000
        AND JSONType(line, 'properties') = 'Object' AND (notEmpty(keys) OR t.properties = '{}')
        AND length(keys) = length(arrayDistinct(keys))
        AND NOT hasAny(keys, [${quote(SPECIAL_PROPERTIES)}])
        AND (t.person_properties = '' OR JSONType(line, 'person_properties') = 'Object')
        AND length(person_keys) = length(arrayDistinct(person_keys)) AS plain
    SELECT
      row_number, plain, toUUIDOrZero(t.uuid), t.event, t.distinct_id, at,
      if(plain, t.properties, ''), if(plain, t.person_properties, ''),
      if(plain AND has(keys, '$session_id'), JSONExtract(t.properties, '$session_id', 'String'), ''),
      if(plain AND has(keys, '$window_id'), JSONExtract(t.properties, '$window_id', 'String'), ''),
      t.elements_chain, toUUIDOrZero(t.person_id), if(plain, '', line)
    FROM (${source})
    WHERE line != ''`;
}

/** Decides which plain lines of a chunk are events that the project does not have yet, whatever was decided before. */
export async function findFreshLines(engine: Engine, tables: ImportTables, chunk: number): Promise<void> {
  await engine.command(`ALTER TABLE ${tables.fresh} DROP PARTITION ${chunk}`);
  const inChunk = `is_plain AND ${chunkCondition(chunk)}`;
  await engine.command(
    `INSERT INTO ${tables.fresh} SELECT ${chunk}, min(line_number) FROM ${tables.lines}
      WHERE ${inChunk} AND uuid NOT IN (
        SELECT uuid FROM app.event_ids
        WHERE project_id = ${tables.projectId} AND uuid IN (SELECT uuid FROM ${tables.lines} WHERE ${inChunk}))
      GROUP BY uuid`,
    {},
    LONG_WORK,
  );
}

/** How many lines of a chunk were found to be new events. */
export async function countFreshLines(engine: Engine, tables: ImportTables, chunk: number): Promise<number> {
  const rows = await readRows(engine, `SELECT count() FROM ${tables.fresh} WHERE chunk = ${chunk}`);
  return Number(rows[0]?.[0]);
}

/** How many plain lines the whole file has, and how many new events among them. */
export async function countPlainEvents(
  engine: Engine,
  tables: ImportTables,
): Promise<{ readonly read: number; readonly inserted: number }> {
  const [row] = await readRows(
    engine,
    `SELECT count(), uniqExactIf(uuid, uuid NOT IN (SELECT uuid FROM app.event_ids
        WHERE project_id = ${tables.projectId} AND uuid IN (SELECT uuid FROM ${tables.lines} WHERE is_plain)))
      FROM ${tables.lines} WHERE is_plain`,
  );
  return { read: Number(row?.[0]), inserted: Number(row?.[1]) };
}

/** Plain lines of a chunk, new or not. */
export async function countPlainLines(engine: Engine, tables: ImportTables, chunk: number): Promise<number> {
  const rows = await readRows(
    engine,
    `SELECT count() FROM ${tables.lines} WHERE is_plain AND ${chunkCondition(chunk)}`,
  );
  return Number(rows[0]?.[0]);
}

/** What the new events of a chunk say about one distinct id. */
export interface ImportedPerson {
  readonly distinctId: string;
  /** Time of its first event, microseconds since 1970. */
  readonly firstUs: number;
  /** Each person property with the JSON text of its last value. */
  readonly properties: readonly (readonly [name: string, json: string])[];
}

/** The persons of the new events of a chunk; persons with the latest properties come last. */
export async function readImportedPersons(
  engine: Engine,
  tables: ImportTables,
  chunk: number,
): Promise<readonly ImportedPerson[]> {
  const rows = await readRows(
    engine,
    `SELECT distinct_id, toUnixTimestamp64Micro(first_at), properties FROM (
        SELECT distinct_id, min(timestamp) AS first_at, max(timestamp) AS last_at
        FROM ${freshLines(tables, chunk)} GROUP BY distinct_id) AS seen
      LEFT JOIN (
        SELECT distinct_id, groupArray((name, json)) AS properties FROM (
          SELECT distinct_id, property.1 AS name, argMax(property.2, said_at) AS json
          FROM (SELECT distinct_id, person_properties, max((timestamp, line_number)) AS said_at
            FROM ${freshLines(tables, chunk)} WHERE person_properties != ''
            GROUP BY distinct_id, person_properties)
          ARRAY JOIN JSONExtractKeysAndValuesRaw(person_properties) AS property
          GROUP BY distinct_id, name)
        GROUP BY distinct_id) AS said USING distinct_id
      ORDER BY last_at, distinct_id`,
  );
  // Border: the statement answers these three columns.
  return rows.map((row) => {
    const [distinctId, firstUs, properties] = row as [string, number | string, [string, string][]];
    return { distinctId, firstUs: Number(firstUs), properties };
  });
}

/** Event names of the new events of a chunk. */
export async function readImportedEventNames(
  engine: Engine,
  tables: ImportTables,
  chunk: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await readRows(
    engine,
    `SELECT event, count() FROM ${freshLines(tables, chunk)} GROUP BY event ORDER BY event`,
  );
  return new Map(rows.map(([event, volume]) => [String(event), Number(volume)]));
}

/** Months that one insert may touch; the engine keeps a part in memory for each. */
const MAX_MONTHS_PER_INSERT = 50;

/** A chunk whose new events are to be in the engine. */
interface ChunkToInsert {
  readonly chunk: number;
  readonly createdAt: string;
  /** True when an earlier attempt may have inserted some of the chunk. */
  readonly isRepeated: boolean;
}

/**
 * Inserts the new events of a chunk and then their ids. Their persons must be in `person_distinct_ids`. An attempt that
 * is cut off at any point may have inserted any of the rows: a repetition asks which, and inserts the other rows.
 */
export async function insertChunk(
  engine: Engine,
  tables: ImportTables,
  { chunk, createdAt, isRepeated }: ChunkToInsert,
): Promise<void> {
  const fresh = freshLines(tables, chunk);
  if (isRepeated) await refuseWhileInserting(engine);
  const rows = await readRows(
    engine,
    `SELECT DISTINCT toYYYYMM(timestamp) AS month FROM ${fresh} ORDER BY month`,
  );
  const months = rows.map(([month]) => Number(month));
  for (let start = 0; start < months.length; start += MAX_MONTHS_PER_INSERT) {
    const [first, last] = [months[start], months[Math.min(start + MAX_MONTHS_PER_INSERT, months.length) - 1]];
    const inMonths = `toYYYYMM(timestamp) BETWEEN ${first} AND ${last}`;
    const stored = `SELECT uuid FROM app.events WHERE project_id = ${tables.projectId} AND ${inMonths}
      AND event IN (SELECT event FROM ${fresh}) AND uuid IN (SELECT uuid FROM ${fresh})`;
    await engine.command(
      `INSERT INTO app.events (${EVENT_COLUMNS.join(', ')})
        SELECT ${tables.projectId}, owner.person_id, '${createdAt}', '', '', '', '', '', uuid, event, distinct_id,
          timestamp, properties, session_id, window_id, elements_chain, 'full'
        FROM (SELECT * FROM ${fresh} WHERE ${inMonths} ${isRepeated ? `AND uuid NOT IN (${stored})` : ''}) AS said
        LEFT ANY JOIN (
          SELECT distinct_id, person_id FROM app.person_distinct_ids FINAL
          WHERE project_id = ${tables.projectId}
            AND distinct_id IN (SELECT distinct_id FROM ${fresh})) AS owner USING distinct_id`,
      {},
      LONG_WORK,
    );
  }
  const known = `SELECT uuid FROM app.event_ids
    WHERE project_id = ${tables.projectId} AND uuid IN (SELECT uuid FROM ${fresh})`;
  await engine.command(
    `INSERT INTO app.event_ids SELECT ${tables.projectId}, uuid FROM ${fresh}
      ${isRepeated ? `WHERE uuid NOT IN (${known})` : ''}`,
    {},
    LONG_WORK,
  );
}

/** Lines after `afterLine` that are not plain, in order. */
export async function readOddLines(
  engine: Engine,
  tables: ImportTables,
  { afterLine, limit }: { readonly afterLine: number; readonly limit: number },
): Promise<readonly (readonly [lineNumber: number, line: string])[]> {
  const rows = await readRows(
    engine,
    `SELECT line_number, line FROM ${tables.lines} WHERE NOT is_plain AND line_number > ${afterLine}
      ORDER BY line_number LIMIT ${limit}`,
  );
  return rows.map(([lineNumber, line]) => [Number(lineNumber), String(line)]);
}

/** The first rows of a file in the form of an export, as texts. */
export async function readFirstRows(
  engine: Engine,
  file: ImportSource,
  limit: number,
): Promise<readonly string[]> {
  const { select, parameters } = await readImportSource(file);
  const answer = await engine.command(
    `SELECT line FROM (${select}) WHERE line != '' ORDER BY row_number LIMIT ${limit}`,
    parameters,
    LONG_WORK,
  );
  // Border: the statement answers one text per row.
  const rows = JSON.parse(`[${Buffer.from(answer.rows).toString()}]`) as readonly (readonly [string])[];
  return rows.map(([line]) => line);
}

/** Forgets the tables of an import. */
export async function dropImportTables(engine: Engine, tables: ImportTables): Promise<void> {
  await engine.command(`DROP TABLE IF EXISTS ${tables.lines} SYNC`);
  await engine.command(`DROP TABLE IF EXISTS ${tables.fresh} SYNC`);
}

function chunkCondition(chunk: number): string {
  return `line_number >= ${chunk * CHUNK_LINES} AND line_number < ${(chunk + 1) * CHUNK_LINES}`;
}

/** A sub-query: the lines of a chunk that are new events. */
export function freshLines({ lines, fresh }: ImportTables, chunk: number): string {
  return `(SELECT * FROM ${lines} WHERE ${chunkCondition(chunk)}
    AND line_number IN (SELECT line_number FROM ${fresh} WHERE chunk = ${chunk}))`;
}

/** The rows of a statement that may take long. */
export async function readRows(engine: Engine, sql: string): Promise<readonly (readonly unknown[])[]> {
  const answer = await engine.command(sql, {}, LONG_WORK);
  return JSON.parse(`[${Buffer.from(answer.rows).toString()}]`);
}
