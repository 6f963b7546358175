import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AcceptedTexts } from '../../src/adapters/engine/embedded/accepted-texts.ts';
import { ReaderSessions } from '../../src/adapters/engine/embedded/reader-sessions.ts';
import { type EngineSessions, openEngineSessions, textOf } from '../fixtures/open-engine-sessions.ts';

// [ENG-2.3], [ENG-3.1] to [ENG-3.3] and [ENG-4.2] with nothing in front of the engine: texts that our compiler would
// never print and the token check would refuse run directly on a reader's session.

/** Tables of which the engine keeps the newest row. */
const NEWEST_ROWS = ['persons', 'person_distinct_ids', 'person_overrides', 'groups', 'cohort_members'];
const TABLES = ['events', 'lookups', ...NEWEST_ROWS];

let sessions: EngineSessions;

beforeAll(async () => {
  sessions = await openEngineSessions();
  for (const database of ['p_1', 'p_2']) await sessions.write(`CREATE DATABASE ${database} ENGINE = Atomic`);
  for (const project of [1, 2]) {
    await sessions.write(
      `INSERT INTO app.events (project_id, event, distinct_id, timestamp) SELECT ${project}, 'seen by ${project}', 'ann', now64(6) FROM numbers(3)`,
    );
    for (const table of TABLES.slice(1))
      await sessions.write(`INSERT INTO app.${table} (project_id) VALUES (${project})`);
  }
});
afterAll(() => sessions.close());

/** Runs `sql` as reader of project 1, unchecked. */
const read = (sql: string): Promise<string> => sessions.read(sql, 'p_1');

describe('[ENG-3.2]: rows of other projects stay invisible', () => {
  test.each(TABLES)('in %s', async (table) => {
    expect(await read(`SELECT count() > 0, countIf(project_id != 1) FROM app.${table}`)).toBe('1\t0');
    const writer = sessions.open();
    expect(await textOf(writer, `SELECT uniq(project_id) FROM app.${table}`)).toBe('2');
    writer.close();
  });

  test.each(NEWEST_ROWS)('in %s when it is read with FINAL', async (table) => {
    expect(await read(`SELECT count(), countIf(project_id != 1) FROM app.${table} FINAL`)).toBe('1\t0');
  });

  const foreign = 'SELECT count() FROM app.events WHERE project_id = 2';
  test.each([
    ['a condition on the other project', foreign],
    ['SETTINGS', `${foreign} SETTINGS log_comment = 'p_2'`],
    ['SETTINGS in a sub-select', `SELECT * FROM (${foreign} SETTINGS readonly = 0, max_threads = 1)`],
    ['SETTINGS in a CTE', `WITH a AS (${foreign} SETTINGS readonly = 0) SELECT * FROM a`],
    ['SETTINGS in a scalar sub-query', `SELECT (${foreign} SETTINGS readonly = 0)`],
    [
      'SETTINGS in a UNION branch',
      `SELECT sum(c) FROM (SELECT 0 AS c UNION ALL ${foreign} SETTINGS readonly = 0)`,
    ],
    ['SETTINGS in view()', `SELECT * FROM view(${foreign} SETTINGS readonly = 0)`],
    [
      'a CTE named like the table',
      `WITH events AS (SELECT * FROM app.events) SELECT countIf(project_id = 2) FROM events`,
    ],
    [
      'an alias that hides the column',
      'SELECT countIf(project_id = 2) FROM (SELECT *, 2 AS other FROM app.events)',
    ],
    [
      'an alias named like the key',
      "SELECT count() FROM (SELECT 1 AS project_id, event FROM app.events) WHERE event LIKE '%2'",
    ],
    [
      'a join',
      'SELECT countIf(b.project_id = 2) FROM app.events a LEFT JOIN app.events b ON a.distinct_id = b.distinct_id',
    ],
    ['PREWHERE', 'SELECT count() FROM app.events PREWHERE project_id = 2'],
    ['additional_table_filters', `${foreign} SETTINGS additional_table_filters = {'app.events': '1'}`],
    ['merge()', "SELECT countIf(project_id = 2) FROM merge('app', '^events$')"],
  ])('to %s', async (_, sql) => {
    expect(await read(sql).catch(() => '0')).toBe('0');
  });
});

describe('[ENG-3.3]: a reader is refused by the engine itself', () => {
  test.each([
    ['another table', 'SELECT * FROM app.event_ids'],
    ['file() as a table', "SELECT * FROM file('/etc/passwd', 'LineAsString')"],
    ['url()', "SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')"],
    ['remote()', "SELECT * FROM remote('127.0.0.1:1', app.events)"],
    ['s3()', "SELECT * FROM s3('http://127.0.0.1:1/bucket/key', 'LineAsString')"],
    ['executable()', "SELECT * FROM executable('x', 'TSV', 'a String')"],
    ['mergeTreeIndex()', 'SELECT * FROM mergeTreeIndex(app, event_ids)'],
    ['making a table', 'CREATE TABLE app.x (a Int8) ENGINE = Memory'],
    ['dropping a table', 'DROP TABLE app.events'],
    ['writing rows', 'INSERT INTO app.events (project_id) VALUES (1)'],
    ['deleting rows', 'ALTER TABLE app.events DELETE WHERE 1'],
    ['leaving the read-only mode', 'SET readonly = 0'],
    ['changing a limit', 'SET max_execution_time = 7'],
  ])('%s', async (_, sql) => {
    await expect(read(sql)).rejects.toThrow(/ACCESS_DENIED|READONLY/);
  });
});

// [ENG-2.4]
describe('[ENG-4.2]: only one SELECT passes, even without a token check', () => {
  test.each([
    ['several statements', 'SELECT 1; SET ROLE writer'],
    ['a change of role', 'SET ROLE writer'],
    ['a change of database', 'USE p_2'],
    ['KILL', 'KILL QUERY WHERE 1'],
    ['SHOW', 'SHOW TABLES FROM app'],
    ['EXPLAIN', 'EXPLAIN SELECT 1'],
    ['an INSERT behind WITH', 'WITH a AS (SELECT 1) INSERT INTO app.events (project_id) SELECT * FROM a'],
    ['writing a file', "SELECT 1 INTO OUTFILE '/tmp/sluice-must-not-exist'"],
    ['another format', 'SELECT 1 FORMAT CSV'],
  ])('not %s', async (_, sql) => {
    const texts = new AcceptedTexts(
      () => sessions.open(),
      () => undefined,
    );
    await expect(texts.accept(sql)).rejects.toMatchObject({ name: 'EngineException' });
  });

  test.each([
    'SELECT 1',
    'WITH 1 AS a SELECT a',
    '(SELECT 1) UNION ALL SELECT 2',
    "SELECT ' FORMAT CSV', ' INTO OUTFILE \\'x\\''",
  ])('but %s', async (sql) => {
    const texts = new AcceptedTexts(
      () => sessions.open(),
      () => undefined,
    );
    await texts.accept(sql);
  });
});

test('[ENG-2.1]: a session that was made ready is used once', async () => {
  let opened = 0;
  const counted = new ReaderSessions(() => {
    opened += 1;
    return sessions.open();
  });
  await counted.prepare('p_1');
  const readyAhead = opened;
  const [first, second] = [await counted.take('p_1'), await counted.take('p_1')];
  expect(opened).toBe(readyAhead);
  expect(first).not.toBe(second);
  (await counted.take('p_1')).close();
  expect(opened).toBe(readyAhead + 1);
  expect(await textOf(first, 'SELECT currentDatabase(), length(currentRoles())')).toBe('p_1\t0');
  first.close();
  second.close();
  counted.close();
});

test('[ENG-7.1]: the tables lie in an Atomic database', async () => {
  const session = sessions.open();
  expect(await textOf(session, "SELECT engine FROM system.databases WHERE name = 'app'")).toBe('Atomic');
  session.close();
});
