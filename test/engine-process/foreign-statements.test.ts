import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { recordStatements } from '../../scripts/record-statements.ts';
import { EARLIER_SHAPES } from '../../src/adapters/engine/embedded/earlier-shapes.ts';
import { refuseForeignStatement } from '../../src/adapters/engine/embedded/foreign-statement.ts';
import type { FrontRequest } from '../../src/adapters/engine/embedded/front-request.ts';
import { WRITER_SHAPES } from '../../src/adapters/engine/embedded/writer-shapes.ts';

// [ENG-14.4]: what an engine process takes from a writer is a closed list, made of what the service itself sends.

const ROOT = path.resolve(import.meta.dirname, '../..');

const REQUEST: FrontRequest = {
  user: 'writer',
  lane: undefined,
  deadlineMs: undefined,
  sql: '',
  data: undefined,
  database: '',
  format: 'JSONCompact',
  parameters: {},
  settings: {},
  queryId: undefined,
  waitsForEnd: true,
};

const refusal = (given: Partial<FrontRequest>): string | undefined => {
  try {
    refuseForeignStatement({ ...REQUEST, ...given });
    return undefined;
  } catch (error) {
    return String(error);
  }
};

test('every statement that the service sends is taken', async () => {
  const { statements, settings } = await recordStatements();
  expect(statements.length).toBeGreaterThan(90);
  const refused = statements.filter((sql) => refusal({ sql }) !== undefined);
  expect(refused).toEqual([]);
  const [sql = ''] = statements;
  const given = Object.fromEntries(settings.map((name) => [name, '1']));
  expect(refusal({ sql, settings: given })).toBeUndefined();
});

/** Functions that are called for an engine on the machine of its service alone. */
const OF_ONE_MACHINE: readonly string[] = ['freezeTables'];
/** Called by the others, with a statement of theirs. */
const OF_OTHERS: readonly string[] = [
  'readRows',
  'dropEventList',
  'beginMutation',
  'runMutation',
  'forgetMutationsOf',
  'endMutationsOfGoneTables',
];
/** What only a ClickHouse server is sent, and a wait for the replicas of one. */
const OF_SERVERS: readonly string[] = [
  'beginTransforms',
  'clearTransforms',
  'countUntransformed',
  'deleteIds',
  'deletePersonsByPages',
  'isTransforming',
  'killMutations',
  'readMutationState',
  'readTransformState',
  'settleCaptured',
];

test('every function that sends statements is recorded (add it to scripts/record-statements.ts)', () => {
  const folder = path.join(ROOT, 'src/adapters/engine/statements');
  const senders = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [
      ...readFileSync(path.join(folder, file), 'utf8').matchAll(
        /^export (?:async )?function (\w+)\(\s*engine: /gm,
      ),
    ])
    .map(([, name = '']) => name);
  expect(senders.length).toBeGreaterThan(50);
  const recorded = readFileSync(path.join(ROOT, 'scripts/record-statements.ts'), 'utf8').split(
    'const SENDERS',
  )[1];
  const missing = senders.filter((name) => !RegExp(`\\b${name}\\b`).test(recorded ?? ''));
  expect(missing.sort()).toEqual([...OF_ONE_MACHINE, ...OF_OTHERS, ...OF_SERVERS].sort());
});

test('no shape reads or writes a file, reaches another host or changes the engine itself', () => {
  const accepted = [WRITER_SHAPES, ...EARLIER_SHAPES].flatMap(({ shapes }) => shapes);
  const words =
    /\b(?:file|url|remote|remoteSecure|executable|OUTFILE|SYSTEM|GRANT|USER|ROLE|POLICY|DICTIONARY|FREEZE|ATTACH|DETACH|BACKUP)\b/;
  expect(accepted.filter((shape) => words.test(shape))).toEqual([]);
});

describe('what no service sends', () => {
  const project = 'project_id = {project_id:UInt64}';
  test.each([
    "SELECT file('/etc/passwd')",
    "SELECT * FROM file('/etc/passwd', 'LineAsString')",
    "SELECT count() FROM file({path:String}, 'Parquet')",
    "SELECT * FROM url('http://169.254.169.254/', 'LineAsString')",
    "SELECT * FROM s3('http://10.0.0.1/bucket/key', 'LineAsString')",
    "SELECT * FROM s3(sluice_s3, filename = 'x')",
    "SELECT count() FROM s3(sluice_s3, url = {path:String}, format = 'Parquet')",
    "SELECT count() FROM s3(sluice_s3, filename = {path:String}, format = 'Parquet', url = 'http://10.0.0.1/')",
    "SELECT file({path:String}) AS {n0:Identifier} FROM s3(sluice_s3, filename = {path:String}, format = 'Parquet', structure = {structure:String}) AS t1 LIMIT {limit:Int64} OFFSET {offset:Int64}",
    "SELECT (SELECT 1) AS {n0:Identifier} FROM s3(sluice_s3, filename = {path:String}, format = 'Parquet', structure = {structure:String}) AS t1 LIMIT {limit:Int64} OFFSET {offset:Int64}",
    "SELECT * FROM remote('10.0.0.1', 'app.events')",
    "SELECT * FROM remoteSecure('10.0.0.1', 'app', 'events')",
    "SELECT * FROM cluster('main', app.events)",
    "SELECT * FROM executable('cat /etc/passwd', 'LineAsString', 'line String')",
    "SELECT * FROM mysql('10.0.0.1:3306', 'a', 'b', 'c', 'd')",
    "SELECT * FROM postgresql('10.0.0.1:5432', 'a', 'b', 'c', 'd')",
    "SELECT * FROM sqlite('/var/lib/sluice/sluice.sqlite', 'keys')",
    "SELECT * FROM hdfs('hdfs://10.0.0.1/x', 'TSV')",
    'SELECT * FROM app.events',
    'SELECT * FROM app.events LIMIT 1',
    'SELECT 1',
    'SELECT query FROM system.query_log',
    'SELECT * FROM system.processes',
    'SELECT * FROM system.users',
    'SELECT * FROM system.named_collections',
    'SELECT count() FROM system.processes',
    "SELECT * FROM app.events INTO OUTFILE '/tmp/x'",
    "SELECT 1 FROM app.events INTO OUTFILE '/etc/cron.d/x' TRUNCATE FORMAT TSVRaw",
    "INSERT INTO FUNCTION file('/tmp/x', 'TSV') SELECT 1",
    "INSERT INTO FUNCTION url('http://10.0.0.1/') SELECT * FROM app.events",
    "INSERT INTO app.events SELECT * FROM file('/etc/passwd')",
    "INSERT INTO app.events (uuid) FROM INFILE '/etc/passwd' FORMAT RowBinary",
    'INSERT INTO system.zookeeper (name) FORMAT RowBinary',
    'INSERT INTO app.events (uuid) FORMAT RowBinary SETTINGS allow_introspection_functions = 1',
    "CREATE TABLE app.x (a String) ENGINE = File(TSV, '/etc/passwd')",
    "CREATE TABLE app.x (a String) ENGINE = URL('http://10.0.0.1/', TSV)",
    "CREATE TABLE app.x (a String) ENGINE = Executable('x.sh', TSV)",
    'CREATE TABLE app.x AS app.events ENGINE = MergeTree ORDER BY uuid',
    'CREATE VIEW app.x AS SELECT 1',
    'CREATE FUNCTION x AS (a) -> file(a)',
    "CREATE DICTIONARY app.x (a String) PRIMARY KEY a SOURCE(EXECUTABLE(COMMAND 'id' FORMAT 'TSV')) LAYOUT(FLAT())",
    "CREATE NAMED COLLECTION x AS url = 'http://10.0.0.1/'",
    'CREATE DATABASE IF NOT EXISTS other ENGINE = Atomic',
    "CREATE DATABASE p_1 ENGINE = PostgreSQL('10.0.0.1', 'a', 'b', 'c')",
    'DROP TABLE app.events',
    'DROP TABLE IF EXISTS app.events SYNC',
    'DROP DATABASE app',
    'TRUNCATE TABLE app.events',
    'ALTER TABLE app.events DELETE WHERE 1',
    `ALTER TABLE app.events DELETE WHERE ${project} OR 1`,
    `ALTER TABLE app.events UPDATE project_id = 1 WHERE ${project}`,
    "ALTER TABLE app.`events` FREEZE WITH NAME 'backup'",
    "ALTER TABLE app.events FETCH PARTITION '202601' FROM '/x'",
    "ALTER TABLE app.events ADD COLUMN x String MATERIALIZED file('/etc/passwd')",
    "ALTER TABLE app.events ADD COLUMN IF NOT EXISTS property_0123456789abcdef Nullable(String) MATERIALIZED JSONExtract(file('/etc/passwd'), 'x', 'Nullable(String)') COMMENT 'x'",
    'SYSTEM SHUTDOWN',
    'SYSTEM FLUSH LOGS',
    'SYSTEM DROP DNS CACHE',
    'SET allow_introspection_functions = 1',
    'SET ROLE NONE',
    'GRANT ALL ON *.* TO default',
    'CREATE USER x',
    'KILL QUERY WHERE 1 ASYNC',
    'KILL QUERY WHERE query_id = {run_id:String} SYNC',
    "BACKUP TABLE app.events TO Disk('x', 'y')",
    'ATTACH TABLE app.x',
    'EXPLAIN SELECT 1',
    'SHOW TABLES',
    'DESCRIBE TABLE app.events',
    'EXISTS TABLE app.events',
    'OPTIMIZE TABLE app.events FINAL',
    'RENAME TABLE app.events TO app.x',
    'EXCHANGE TABLES app.events AND app.persons',
    'USE system',
    '',
    'SELECT 1; SELECT 2',
  ])('%s', (sql) => {
    expect(refusal({ sql })).toContain('a statement that no service makes');
  });

  test('a statement of the list with something behind it, before it or in it', async () => {
    const { statements } = await recordStatements();
    const taken = statements.filter((sql) => refusal({ sql }) === undefined);
    for (const sql of taken)
      for (const other of [
        `${sql}; DROP TABLE app.events`,
        `${sql} SETTINGS max_threads = 1`,
        `${sql} UNION ALL SELECT file('/etc/passwd')`,
        `EXPLAIN ${sql}`,
        `/* */ ${sql}`,
        sql.replaceAll(/\bapp\.(\w+)/g, 'system.$1').replace('IF NOT EXISTS p_', 'IF NOT EXISTS app_'),
      ])
        if (other !== sql) expect(refusal({ sql: other }), other).toContain('no service makes');
  });

  test.each([
    ['a setting', { settings: { format_schema: '/etc/passwd' } }, 'a setting that no service sends'],
    [
      'a setting of a reader',
      { user: 'reader', settings: { s3_max_redirects: '9' } },
      'a setting that no service sends',
    ],
    ['a format', { format: 'Template' }, 'a format that no service asks for'],
    ['a format of a reader', { user: 'reader', format: 'MySQLWire' }, 'a format that no service asks for'],
    ['a database of a writer', { database: 'system' }, 'a writer has no database'],
    ['a text that is too long', { sql: `SELECT '${'x'.repeat(1024 * 1024)}'` }, 'no service makes'],
  ] as const)('%s', (_, given, reason) => {
    expect(refusal(given)).toContain(reason);
  });
});
