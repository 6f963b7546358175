import type { EngineParameters } from '../../../base/engine-parameter.ts';
import { newRandomUuid } from '../../../base/ids.ts';
import { invariant } from '../../../base/invariant.ts';
import type { CommandOptions, Engine } from '../engine.ts';
import { parseRows } from '../parse-rows.ts';
import { type ImportSource, readImportSource } from './import-source.ts';

/**
 * Import of a file that the engine reads itself. The rows go into a table of the import first (`stageFile`), all in one
 * form and in the order of time, so that the file is parsed once and reading goes on where it was cut off. What a row
 * means is not decided here.
 */
export interface ImportTables {
  readonly projectId: number;
  /** Name of the table with one row per row of the file. */
  readonly lines: string;
  /** Name of a table for ids that a dry run has met. */
  readonly ids: string;
}

/** Where a row stands in the order of time. */
export interface RowPlace {
  /** Time of the row as far as the engine can read it, microseconds since 1970; else 0. */
  readonly atUs: number;
  /** Number of the row in its file, from 0. */
  readonly row: number;
}

/** A place before all rows. */
export const BEFORE_ALL: RowPlace = { atUs: -1, row: -1 };

/** The tables of the import with that id (a UUID). */
export function importTables(importId: string, projectId: number): ImportTables {
  invariant(/^[0-9a-f-]{36}$/.test(importId), 'an import id is a UUID');
  const name = `app.import_${importId.replaceAll('-', '')}`;
  return { projectId, lines: `${name}_lines`, ids: `${name}_ids` };
}

/**
 * Day-long statements of the importer get as much time as they need. Their priority is that of runs: the engine lets a
 * lower one wait a second at each step while anybody's run goes on.
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

/**
 * Members of a row that the engine looks at: to read rows in the order of time, to leave out events that are known, and
 * to find the distinct ids of a person.
 */
const MEMBERS = 'Tuple(uuid String, distinct_id String, timestamp String, person_id String)';

/**
 * Of repeated members the engine reads the first, and the normaliser the last; and the engine reads ids that are none
 * for the normaliser. A row of whose id it is not sure is never left out unread.
 */
const IS_SURE_OF_ID = `length(t.uuid) = 36 AND countSubstrings(line, '"uuid"') = 1`;

/** A row without an id has the id of zeros in the table. A stored event may have that id too, and is another one. */
const IS_ID = "uuid != toUUID('00000000-0000-0000-0000-000000000000')";

/** Reads a file into the table and answers the number of rows. */
export async function stageFile(
  engine: Engine,
  { lines }: ImportTables,
  file: ImportSource,
): Promise<number> {
  const source = readImportSource(file);
  await engine.command(`CREATE TABLE ${lines} (
      at_us Int64, line_number UInt64, uuid UUID, distinct_id String, person_id UUID, bytes UInt32,
      line String CODEC(ZSTD(1))
    ) ENGINE = MergeTree ORDER BY (at_us, line_number)
    SETTINGS index_granularity = 1024, fsync_after_insert = 1, fsync_part_directory = 1`);
  await engine.command(
    `INSERT INTO ${lines}
      WITH JSONExtract(line, '${MEMBERS}') AS t,
        parseDateTime64BestEffortOrZero(translate(t.timestamp, ',tz', '.TZ'), 6, 'UTC') AS at,
        ${IS_SURE_OF_ID} AS is_sure_of_id
      SELECT greatest(toUnixTimestamp64Micro(at), 0), row_number, toUUIDOrZero(if(is_sure_of_id, t.uuid, '')), t.distinct_id,
        toUUIDOrZero(t.person_id), length(line), line
      FROM (${source.select})
      WHERE line != ''`,
    source.parameters,
    LONG_WORK,
  );
  return Number((await readRows(engine, `SELECT count() FROM ${lines}`))[0]?.[0]);
}

/** How much of a file is read at once. */
export interface BlockSize {
  readonly rows: number;
  /** A block holds one row more when that row is larger. */
  readonly bytes: number;
}

/** The last places of the blocks into which the rows behind `after` are cut. */
export async function findBlockEnds(
  engine: Engine,
  { lines }: ImportTables,
  after: RowPlace,
  size: BlockSize,
): Promise<readonly RowPlace[]> {
  // A row weighs as much of a block as it takes of its bytes or of its number of rows.
  const weight = `bytes + ${Math.ceil(size.bytes / size.rows)}`;
  const rows = await readRows(
    engine,
    `SELECT tupleElement(max((at_us, line_number)) AS place, 1), tupleElement(place, 2) FROM (
        SELECT at_us, line_number,
          intDiv(sum(${weight}) OVER (ORDER BY at_us, line_number ROWS UNBOUNDED PRECEDING), ${size.bytes}) AS block
        FROM ${lines} WHERE ${isBehind(after)})
      GROUP BY block ORDER BY block`,
  );
  return rows.map(([atUs, row]) => ({ atUs: Number(atUs), row: Number(row) }));
}

/** A part of the rows, in the order of time. */
export interface RowBlock {
  /** `at_us`, `line_number` and the row, with tabs between them; one row a line. */
  readonly rows: Buffer;
  /** Rows that were left out, because their events are known. */
  readonly known: number;
}

/** Rows behind `after` up to `upTo`. */
interface RowRange {
  readonly after: RowPlace;
  readonly upTo: RowPlace;
}

/** Reads a range of the rows. @param skipsKnown leaves out rows whose uuid the project has already */
export async function readBlock(
  engine: Engine,
  { lines, projectId }: ImportTables,
  { skipsKnown, ...range }: RowRange & { readonly skipsKnown: boolean },
): Promise<RowBlock> {
  const block = rowsIn(lines, range);
  const known = `SELECT uuid FROM app.event_ids
    WHERE project_id = ${projectId} AND uuid IN (SELECT uuid ${block} AND ${IS_ID})`;
  const { body } = await engine.streamCommand(
    {
      sql: `SELECT at_us, line_number, line ${block} ${skipsKnown ? `AND uuid NOT IN (${known})` : ''}
        ORDER BY at_us, line_number`,
      parameters: {},
      format: 'TSVRaw',
    },
    { ...LONG_WORK, timeoutMs: BLOCK_TIMEOUT_MS, lane: 'lookup', runId: newRandomUuid() },
  );
  const rows = Buffer.concat(await Array.fromAsync(body));
  if (!skipsKnown) return { rows, known: 0 };
  const [count] = await readRows(engine, `SELECT countIf(uuid IN (${known})) ${block}`);
  return { rows, known: Number(count?.[0]) };
}

const BLOCK_TIMEOUT_MS = 600_000;

/** Records that an import brings the known events of a range too. It does so once, however often this is repeated. */
export async function recordRepeats(
  engine: Engine,
  { lines, projectId }: ImportTables,
  { source, ...range }: RowRange & { readonly source: number },
): Promise<void> {
  const known = `FROM app.event_ids
    WHERE project_id = ${projectId} AND uuid IN (SELECT uuid ${rowsIn(lines, range)} AND ${IS_ID})`;
  await engine.command(
    `INSERT INTO app.event_ids SELECT DISTINCT ${projectId}, uuid, ${source} ${known}
      AND uuid NOT IN (SELECT uuid ${known} AND source = ${source})`,
    {},
    LONG_WORK,
  );
}

function rowsIn(lines: string, { after, upTo }: RowRange): string {
  return `FROM ${lines} WHERE ${isBehind(after)} AND NOT (${isBehind(upTo)})`;
}

function isBehind({ atUs, row }: RowPlace): string {
  return `at_us >= ${atUs} AND (at_us > ${atUs} OR line_number > ${row})`;
}

/** Makes the table of ids of a dry run, empty. */
export async function makeIdsTable(engine: Engine, { ids }: ImportTables): Promise<void> {
  await engine.command(`DROP TABLE IF EXISTS ${ids} SYNC`);
  await engine.command(`CREATE TABLE ${ids} (uuid UUID) ENGINE = MergeTree ORDER BY uuid`);
}

/** Adds ids in RowBinary, one behind another. */
export async function addIds(engine: Engine, { ids }: ImportTables, uuids: Uint8Array): Promise<void> {
  await engine.insert({
    table: ids.slice('app.'.length),
    columns: ['uuid'],
    format: 'RowBinary',
    body: uuids,
  });
}

/** How many different ids there are that the project does not have. */
export async function countNewIds(engine: Engine, { ids, projectId }: ImportTables): Promise<number> {
  const known = `SELECT uuid FROM app.event_ids WHERE project_id = ${projectId} AND uuid IN (SELECT uuid FROM ${ids})`;
  const [row] = await readRows(engine, `SELECT uniqExact(uuid) FROM ${ids} WHERE uuid NOT IN (${known})`);
  return Number(row?.[0]);
}

/** The first rows of a file in the form of an export, as texts. */
export async function readFirstRows(
  engine: Engine,
  file: ImportSource,
  limit: number,
): Promise<readonly string[]> {
  const { select, parameters } = readImportSource(file);
  const sql = `SELECT line FROM (${select}) WHERE line != '' ORDER BY row_number LIMIT ${limit}`;
  const rows = await readRows(engine, sql, parameters);
  return rows.map(([line]) => String(line));
}

/** Forgets the tables of an import. */
export async function dropImportTables(engine: Engine, { lines, ids }: ImportTables): Promise<void> {
  await engine.command(`DROP TABLE IF EXISTS ${lines} SYNC`);
  await engine.command(`DROP TABLE IF EXISTS ${ids} SYNC`);
}

/** The rows of a statement that may take long. */
export async function readRows(
  engine: Engine,
  sql: string,
  parameters: EngineParameters = {},
): Promise<readonly (readonly unknown[])[]> {
  const answer = await engine.command(sql, parameters, LONG_WORK);
  return parseRows(answer);
}
