import { ClickHouseEngine } from '../src/adapters/engine/clickhouse-engine.ts';
import { ENGINE_TABLES } from '../src/adapters/engine/ddl/engine-tables.ts';
import { makeTables } from '../src/adapters/engine/ddl/make-tables.ts';
import type {
  CommandOptions,
  Engine,
  EngineInsert,
  EngineRows,
  EngineStream,
  StreamedSelect,
  StreamOptions,
} from '../src/adapters/engine/engine.ts';
import {
  INSERT_SETTINGS,
  OUTPUT_SETTINGS,
  QUERY_LIMIT_NAMES,
  QUERY_SETTINGS,
} from '../src/adapters/engine/query-settings.ts';
import {
  countCohortPersons,
  countStoredMembers,
  deleteCohortMembers,
  insertCohortMembers,
} from '../src/adapters/engine/statements/cohort-rows.ts';
import { countProjectEvents } from '../src/adapters/engine/statements/count-project-events.ts';
import {
  countEventMutations,
  deleteExpiredEvents,
} from '../src/adapters/engine/statements/delete-expired-events.ts';
import { deletePersonRows } from '../src/adapters/engine/statements/delete-person-rows.ts';
import { deleteProjectRows } from '../src/adapters/engine/statements/delete-project.ts';
import { giveEngineId, READ_ENGINE_ID } from '../src/adapters/engine/statements/engine-id.ts';
import { readEngineVersion } from '../src/adapters/engine/statements/engine-version.ts';
import { exportEvents } from '../src/adapters/engine/statements/export-events.ts';
import { findAbsentColumns } from '../src/adapters/engine/statements/find-absent-columns.ts';
import {
  findInLookups,
  findKnownEventIds,
  findStoredEvents,
} from '../src/adapters/engine/statements/find-known-event-ids.ts';
import {
  beginRewrite,
  clearRewrites,
  countUnfolded,
  deleteOverrides,
  dropFoldTable,
  isRewritten,
  makeFoldTable,
  readRewriteState,
} from '../src/adapters/engine/statements/fold-persons.ts';
import {
  addIds,
  BEFORE_ALL,
  countNewIds,
  dropImportTables,
  findBlockEnds,
  importTables,
  makeIdsTable,
  readBlock,
  readFirstRows,
  recordRepeats,
  stageFile,
} from '../src/adapters/engine/statements/import-rows.ts';
import type { ImportSource } from '../src/adapters/engine/statements/import-source.ts';
import {
  countImportedEvents,
  forgetSource,
  listImportedEvents,
} from '../src/adapters/engine/statements/imported-events.ts';
import { insertEventIds, insertEvents } from '../src/adapters/engine/statements/insert-events.ts';
import { insertProjection } from '../src/adapters/engine/statements/insert-projection.ts';
import {
  countListedMonths,
  deleteListedMonth,
  EVENT_LIST_COLUMNS,
  eventListOf,
  forgetListedEvents,
  keepOnlyEventLists,
  makeEventList,
} from '../src/adapters/engine/statements/listed-events.ts';
import {
  copyIntoLookup,
  insertLookupRows,
  newestRange,
  removeLookupRows,
} from '../src/adapters/engine/statements/lookup-rows.ts';
import { measureLookup, readLookupDisk } from '../src/adapters/engine/statements/measure-lookup.ts';
import {
  addPromotedColumns,
  dropPromotedColumns,
  fillPromotedColumns,
  isRewriting,
  markPromotedColumns,
  readPromotedColumns,
  shareExpression,
} from '../src/adapters/engine/statements/promoted-columns.ts';
import { readDataMark } from '../src/adapters/engine/statements/read-data-mark.ts';
import { readFirstLines } from '../src/adapters/engine/statements/read-first-lines.ts';
import { readImportedLinks } from '../src/adapters/engine/statements/read-imported-links.ts';
import { readProgress } from '../src/adapters/engine/statements/read-progress.ts';
import {
  countStoredRows,
  readStoredRows,
  streamStoredRows,
} from '../src/adapters/engine/statements/read-stored-rows.ts';
import { refuseWhileInserting } from '../src/adapters/engine/statements/refuse-while-inserting.ts';
import { insertStatement, KILL_STATEMENT } from '../src/adapters/engine/statements/session-statements.ts';
import type { StoredFile } from '../src/adapters/engine/statements/stored-file.ts';
import { streamLines } from '../src/adapters/engine/statements/stream-lines.ts';
import { streamRejectedRows } from '../src/adapters/engine/statements/stream-rejected-rows.ts';
import type { EngineParameters } from '../src/base/engine-parameter.ts';
import { IMPORT_FORMATS } from '../src/schema/import.ts';
import type { ImportMapping } from '../src/schema/import-mapping.ts';
import { FORMATS } from '../src/schema/output-format.ts';

/** Values by which what differs between statements is told from what does not. */
export const SAMPLE_NUMBER = 987_654;
export const SAMPLE_ID = 'feedfeed-feed-4eed-8eed-feedfeedfeed';
export const SAMPLE_TEXT = 'TEXT';

/** What a service sends for its statements. */
export interface RecordedStatements {
  readonly statements: readonly string[];
  readonly settings: readonly string[];
}

/**
 * Calls every function of the service that sends statements of a writer, with sample values, and writes down what is
 * sent. Left out is what only an engine on the same machine can do: reading files and freezing tables.
 */
export async function recordStatements(): Promise<RecordedStatements> {
  const engine = new Recorder({ connection: () => undefined });
  for (const send of SENDERS) await send(engine);
  return { statements: [...engine.statements], settings: [...engine.settings].sort() };
}

/** Settings that come with statements of readers and writers alike, and with blocks of rows. */
const SETTINGS_OF_ALL: readonly string[] = [
  ...Object.keys({ ...QUERY_SETTINGS, ...OUTPUT_SETTINGS, ...INSERT_SETTINGS }),
  ...QUERY_LIMIT_NAMES,
  'cancel_http_readonly_queries_on_client_close',
];

/** How services want to be answered; empty for an INSERT whose rows follow. */
export const ANSWER_FORMATS: readonly string[] = [
  '',
  'JSONCompact',
  'TSVRaw',
  'TabSeparated',
  ...Object.values(FORMATS).flatMap(({ engineName }) => engineName ?? []),
];

/** An engine of the service that notes what it would send. */
class Recorder extends ClickHouseEngine {
  readonly statements = new Set<string>([KILL_STATEMENT, READ_ENGINE_ID]);
  readonly settings = new Set<string>(SETTINGS_OF_ALL);

  override async command(
    sql: string,
    _parameters?: EngineParameters,
    options?: CommandOptions,
  ): Promise<EngineRows> {
    this.#note(sql, options);
    return answerOf(sql);
  }

  override async insert({ table, format, select }: EngineInsert): Promise<void> {
    this.#note(insertStatement(`app.${table}`, ANY_COLUMNS, { format, select }));
  }

  override async streamCommand({ sql }: StreamedSelect, options: StreamOptions): Promise<EngineStream> {
    this.#note(sql, options);
    return { body: nothing(), statistics: new Promise(() => undefined) };
  }

  #note(sql: string, options: CommandOptions = {}): void {
    this.statements.add(sql);
    for (const name of Object.keys(options.settings ?? {})) this.settings.add(name);
  }
}

/** Which columns are given is nobody's secret, and the services choose them. */
const ANY_COLUMNS: readonly string[] = ['NAMES'];

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Answers by which every branch of a function is taken: there is something to do, and nothing is in the way. */
function answerOf(sql: string): EngineRows {
  const rows = rowsOf(sql);
  const text = rows.map((row) => JSON.stringify(row)).join(',');
  const statistics = { rowsRead: 0, bytesRead: 0, elapsedMs: 0, memoryBytes: 0 };
  return { columns: [], rows: Buffer.from(text), rowCount: rows.length, lastRowStart: 0, statistics };
}

function rowsOf(sql: string): readonly (readonly unknown[])[] {
  const id = SAMPLE_ID.replaceAll('-', '');
  if (sql.includes('system.processes')) return [[0]];
  if (sql.startsWith('SELECT 1 FROM system.mutations')) return [];
  if (sql.includes('sorting_key'))
    return [
      ['event_ids', 'project_id, uuid'],
      ['event_ids_other_order', ''],
    ];
  if (sql.includes("'fold_")) return [[`fold_${SAMPLE_NUMBER}_${id}`]];
  if (sql.includes("'deletion_")) return [[`deletion_${id}`]];
  if (sql.includes('groupUniqArrayArray')) return [[['a']]];
  // The rows of a file, and that none has the names that are looked for.
  if (sql.includes('JSONHas(raw')) return [[1, 0, 0]];
  return [[1, 1, 1]];
}

const project = { projectId: SAMPLE_NUMBER } as const;
const uuids = Buffer.alloc(16);
const sought = { ...project, uuids, names: ['x'], firstUs: 0, lastUs: 0 };
const cohort = { ...project, id: 1 };
const foldTable = { ...project, name: `fold_${SAMPLE_NUMBER}_${SAMPLE_ID.replaceAll('-', '')}`, moves: [] };
const imported = { ...project, source: SAMPLE_NUMBER };
const tables = importTables(SAMPLE_ID, SAMPLE_NUMBER);
const list = eventListOf({ ...project, id: SAMPLE_ID });
const lookup = { ...project, number: 1 };
const place = { atUs: SAMPLE_NUMBER, row: SAMPLE_NUMBER };
const size = { rows: 1, bytes: SAMPLE_NUMBER };
const limits = {
  timeoutMs: 1,
  maxMemoryBytes: 1,
  maxResultRows: 1,
  maxResultBytes: 1,
  maxThreads: 1,
  priority: 1,
};
const subject = { kind: 'property', key: 'x' } as const;
const columns = ['a', 'b'].map((name) => ({
  property: `${SAMPLE_TEXT} ${name}`,
  column: `property_${name.repeat(16)}`,
  retiredAtMs: null,
  isFilled: true,
  isShared: false,
}));
const properties = columns.map(({ property }) => property);
const ranges = [BEFORE_ALL, place].map((after) => ({ after, upTo: place }));

const SENDERS: readonly ((engine: Engine) => Promise<unknown>)[] = [
  (engine) => giveEngineId(engine, SAMPLE_ID),
  readEngineVersion,
  makeTables,
  (engine) => engine.prepareProjects([SAMPLE_NUMBER]),
  (engine) => insertCohortMembers(engine, cohort, ['x']),
  (engine) => countStoredMembers(engine, cohort, ['x']),
  (engine) => countCohortPersons(engine, cohort),
  (engine) => deleteCohortMembers(engine, cohort),
  countProjectEvents,
  (engine) => deleteExpiredEvents(engine, SAMPLE_NUMBER, 0),
  countEventMutations,
  (engine) => readProgress(engine, [SAMPLE_TEXT]),
  (engine) => deletePersonRows(engine, SAMPLE_NUMBER, [SAMPLE_ID]),
  (engine) => deleteProjectRows(engine, SAMPLE_NUMBER),
  exportAll,
  (engine) => findKnownEventIds(engine, SAMPLE_NUMBER, uuids),
  (engine) => findStoredEvents(engine, sought),
  (engine) => findInLookups(engine, sought, [1]),
  (engine) => makeFoldTable(engine, SAMPLE_NUMBER, SAMPLE_ID, []),
  (engine) => beginRewrite(engine, foldTable),
  (engine) => readRewriteState(engine, foldTable),
  (engine) => countUnfolded(engine, foldTable),
  (engine) => dropFoldTable(engine, foldTable),
  (engine) => isRewritten(engine, SAMPLE_NUMBER),
  (engine) => clearRewrites(engine, SAMPLE_NUMBER),
  (engine) => deleteOverrides(engine, SAMPLE_NUMBER, 1),
  (engine) => countImportedEvents(engine, imported, limits),
  (engine) => listImportedEvents(engine, list, SAMPLE_NUMBER),
  (engine) => forgetSource(engine, imported),
  (engine) => insertEvents(engine, uuids),
  (engine) => insertEventIds(engine, uuids),
  projectAll,
  insertAll,
  (engine) => makeEventList(engine, list),
  (engine) => keepOnlyEventLists(engine, async () => []),
  (engine) => countListedMonths(engine, list),
  (engine) => deleteListedMonth(engine, list, SAMPLE_NUMBER),
  (engine) => forgetListedEvents(engine, list),
  (engine) =>
    engine.insert({
      table: list.table,
      columns: EVENT_LIST_COLUMNS,
      format: 'JSONCompactEachRow',
      body: uuids,
    }),
  (engine) => insertLookupRows(engine, uuids),
  (engine) => newestRange(engine, { ...project, beforeUs: 0 }, 1),
  (engine) => copyIntoLookup(engine, { ...lookup, subject }, { fromUs: 0, beforeUs: 1 }),
  (engine) => removeLookupRows(engine, lookup, 0),
  (engine) => measureLookup(engine, { ...project, events: 1 }, subject),
  readLookupDisk,
  readPromotedColumns,
  (engine) => addPromotedColumns(engine, properties),
  isRewriting,
  (engine) => fillPromotedColumns(engine, columns),
  (engine) => shareExpression(engine, columns),
  (engine) => markPromotedColumns(engine, columns, 1),
  (engine) => dropPromotedColumns(engine, columns),
  (engine) => readDataMark(engine, SAMPLE_NUMBER),
  refuseWhileInserting,
  importAll,
  readFiles,
];

async function exportAll(engine: Engine): Promise<void> {
  for (const format of ['ndjson', 'parquet'] as const)
    for (const afterMs of [null, 1])
      for (const beforeMs of [null, 1])
        for (const event of [null, 'x'])
          await exportEvents(engine, { ...project, afterMs, beforeMs, event }, format, {
            timeoutMs: 1,
            runId: 'x',
          });
}

async function projectAll(engine: Engine): Promise<void> {
  for (const table of ['persons', 'person_distinct_ids', 'person_overrides', 'groups'] as const)
    await insertProjection(engine, table, [{ version: 1 }]);
}

/** Rows of every table in every form. */
async function insertAll(engine: Engine): Promise<void> {
  for (const { name: table } of ENGINE_TABLES)
    for (const format of ['JSONEachRow', 'JSONCompactEachRow', 'RowBinary'] as const)
      await engine.insert({ table, columns: ANY_COLUMNS, format, body: uuids });
}

/** The rows of an import once they lie in a table. */
async function importAll(engine: Engine): Promise<void> {
  await findBlockEnds(engine, tables, BEFORE_ALL, size);
  await findBlockEnds(engine, tables, place, size);
  for (const range of ranges) {
    for (const skipsKnown of [true, false]) await readBlock(engine, tables, { ...range, skipsKnown });
    await recordRepeats(engine, tables, { ...range, source: SAMPLE_NUMBER });
  }
  await makeIdsTable(engine, tables);
  await addIds(engine, tables, uuids);
  await countNewIds(engine, tables);
  await dropImportTables(engine, tables);
  await readImportedLinks(engine, tables, { after: SAMPLE_TEXT, limit: SAMPLE_NUMBER });
}

const OBJECT = { kind: 'object', key: 'x' } as const;
const MAPPING: ImportMapping = {
  event: 'a',
  distinct_id: 'b.c',
  timestamp: 'd',
  properties: '*',
};
const MAPPINGS: readonly ImportMapping[] = [
  { ...MAPPING, timestamp_format: 'day_first', insert_id: 'e', groups: { a: 'f', b: 'g.h' } },
  { ...MAPPING, timestamp_format: 'month_first', decimal: 'comma', person_properties: '*' },
  { ...MAPPING, event: { value: 'x' }, properties: ['a', 'i.j'], person_properties: { a: 'k', b: 'l.m' } },
];

/** Every form of file that an import may bring, in the bucket. */
function importSources(): readonly ImportSource[] {
  const starts = [Buffer.from('{"a"'), Buffer.from('PAR1'), Buffer.from('1f8b', 'hex')];
  return IMPORT_FORMATS.flatMap((format) =>
    [null, ...MAPPINGS].flatMap((mapping) =>
      starts.map((start) => ({
        file: OBJECT,
        start,
        format,
        mapping,
        ...(format === 'csv' && { csv: { delimiter: 'tab', columns: ['a', 'b.c', 'z'], skippedLines: 1 } }),
      })),
    ),
  );
}

/** What is read from the bucket: pages of snapshots, answers of insights, and files of imports. */
async function readFiles(engine: Engine): Promise<void> {
  for (const file of importSources()) {
    await stageFile(engine, tables, file);
    await readFirstRows(engine, file, SAMPLE_NUMBER);
    await readFirstLines(engine, file, SAMPLE_NUMBER);
    await findAbsentColumns(engine, file, ['a', 'b.c']);
    await streamRejectedRows(engine, file, OBJECT);
  }
  for (const file of [OBJECT, { ...OBJECT, etag: 'x' }]) {
    await countStoredRows(engine, file);
    for (const items of [null, 1]) await streamLines(engine, { file, items }, { timeoutMs: 1, runId: 'x' });
    await readPages(engine, file);
  }
}

async function readPages(engine: Engine, file: StoredFile): Promise<void> {
  const types = ['String', 'Nullable(Float64)', "DateTime64(3, 'Europe/Paris')"];
  const rows = {
    file,
    columns: types.map((type) => ({ name: type, storedType: type, type })),
    limit: 1,
    offset: 0,
  };
  const read = { limits, form: { int64AsString: true } };
  await readStoredRows(engine, rows, read);
  for (const format of ['csv', 'ndjson', 'arrow', 'parquet'] as const)
    await streamStoredRows(engine, rows, format, {
      ...read,
      runId: 'x',
      signal: new AbortController().signal,
    });
}
