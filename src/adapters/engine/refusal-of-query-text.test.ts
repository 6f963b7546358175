import { expect, test } from 'vitest';
import { refusalOfQueryText } from './refusal-of-query-text.ts';

const FUNCTIONS = new Set(['count', 'plus', 'format', 'quantile', 'toStartOfDay']);

test.each([
  'SELECT count() FROM app.events WHERE project_id = {p:UInt64}',
  'WITH a AS (SELECT 1) SELECT * FROM a',
  '(SELECT 1) UNION ALL (SELECT 2)',
  'SELECT quantile(0.5)(plus(1, 2)) AS `a``b`, "settings" FROM numbers(10)',
  "SELECT 'SETTINGS; FORMAT CSV -- /* ' , 'it''s', 'it\\'s'",
  "SELECT {a:Array(Nullable(String))}, {b:DateTime64(6, 'America/New_York')}",
  "SELECT format('{}', 1)",
  'SELECT a.system.b, `format` FROM (SELECT 1) AS a WHERE a.x IN (1, 2) AND NOT (b OR c)',
  'SELECT toStartOfDay(timestamp) AS day, 1e3, .5, 0xff, -1 FROM app.events GROUP BY day HAVING (1) ORDER BY day LIMIT 5',
  'SELECT a -> b, x::String, y || z FROM app.events AS e ANY LEFT JOIN (SELECT 1) AS f ON (e.a = f.a)',
])('%s passes', (sql) => {
  expect(refusalOfQueryText(sql, FUNCTIONS)).toBeUndefined();
});

test.each([
  '',
  'INSERT INTO app.events SELECT 1',
  'SET ROLE writer',
  'SELECT 1; SELECT 2',
  'SELECT 1 -- x',
  'SELECT 1 # x',
  'SELECT /* x */ 1',
  'SELECT 1 SETTINGS readonly = 0',
  'SELECT (SELECT 1 settings readonly = 0)',
  'SELECT 1 FORMAT CSV',
  'SELECT 1 format CSV',
  "SELECT 1 INTO OUTFILE 'x'",
  "SELECT file('/etc/passwd')",
  "SELECT `file`('/etc/passwd')",
  'SELECT "file"(\'/etc/passwd\')',
  "SELECT `fi\\x6ce`('/etc/passwd')",
  "SELECT file\n\t('/etc/passwd')",
  "SELECT arrayMap(file, ['/etc/passwd'])",
  "SELECT arrayMap(`File`, ['/etc/passwd'])",
  'SELECT arrayMap(sleep, [3])',
  'SELECT * FROM `syst\\x65m`.processes',
  'SELECT 1 IN "syst\\x65m".one',
  "SELECT * FROM values('a Int8', 1)",
  'SELECT * APPLY file',
  'SELECT * APPLY(file)',
  "SELECT COLUMNS('a')",
  'SELECT Count()',
  'SELECT * FROM system.processes',
  'SELECT * FROM `system`.processes',
  'SELECT * FROM "SYSTEM" . processes',
  'SELECT * FROM INFORMATION_SCHEMA.tables',
  'SELECT * FROM mergeTreeIndex(app, events)',
  "SELECT * FROM url('http://x')",
  'SELECT * FROM plus(1, 2)',
  "SELECT * FROM a JOIN file('x') ON 1",
  'SELECT * FROM (EXPLAIN SELECT 1)',
  'SELECT $$x$$',
  'SELECT {a}',
  "SELECT {a:String} {'a': 1}",
  'SELECT a ? b : c',
  'SELECT @@version',
  "SELECT 'open",
  'SELECT `open',
  'SELECT 1\u00a0',
  'SELECT 1\0',
  'SELECT 12abc()',
])('%j is refused', (sql) => {
  expect(refusalOfQueryText(sql, FUNCTIONS)).toBeTypeOf('string');
});
