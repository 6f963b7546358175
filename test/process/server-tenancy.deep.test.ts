import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGINE_TABLES } from '../../src/adapters/engine/ddl/engine-tables.ts';
import { USER_CONDITION } from '../../src/adapters/engine/ddl/server-access.ts';
import { TENANT_CONDITION } from '../../src/adapters/engine/ddl/tenant-condition.ts';
import { bypassTexts } from '../../src/adapters/engine/server-check/bypass-texts.ts';
import { type EngineSessions, openEngineSessions } from '../fixtures/open-engine-sessions.ts';

// [ENG-3.5], [ENG-4.1]: the condition that servers have, in the users' configuration of the embedded engine. The
// library knows one user, `default`. So one table has the condition as it is, which shows that user nothing; the others
// have it with a name made of the current database in place of the user's. What a server does is for `sluice smoke`.

const AS_IT_IS = 'groups';
const NAMED = USER_CONDITION.replace('currentUser()', () => "concat('sluice_', currentDatabase())");
const TABLES = ENGINE_TABLES.filter(({ tenant }) => tenant).map(({ name }) => name);
const PROJECT_ROWS = 100_000;

let sessions: EngineSessions;

beforeAll(async () => {
  sessions = await openEngineSessions((configuration) =>
    configuration
      .replaceAll(TENANT_CONDITION, () => NAMED)
      .replace(/<groups>.*<\/groups>/, (element) => element.replace(NAMED, () => USER_CONDITION)),
  );
  for (const project of [1, 2]) await sessions.write(`CREATE DATABASE p_${project} ENGINE = Atomic`);
  await sessions.write(
    `INSERT INTO app.events (project_id, event, distinct_id, timestamp)
      SELECT 1 + number % 2, 'seen', toString(number), toDateTime64('2026-01-15 12:00:00', 6, 'UTC') FROM numbers(${2 * PROJECT_ROWS})`,
  );
  for (const project of [1, 2])
    for (const table of TABLES.slice(1))
      await sessions.write(`INSERT INTO app.${table} (project_id) VALUES (${project})`);
});
afterAll(() => sessions.close());

/** Runs `sql` as reader of a project, unchecked. */
const read = (sql: string, database = 'p_1'): Promise<string> => sessions.read(sql, database);

test.each(TABLES.filter((table) => table !== AS_IT_IS))('a reader sees its own rows of %s', async (table) => {
  for (const [database, foreign] of [
    ['p_1', 2],
    ['p_2', 1],
  ] as const)
    expect(
      await read(`SELECT count() > 0, countIf(project_id = ${foreign}) FROM app.${table}`, database),
    ).toBe('1\t0');
});

test('a user without the name of a project sees nothing', async () => {
  expect(await read(`SELECT count() FROM app.${AS_IT_IS}`)).toBe('0');
});

test.each<readonly [string, string]>([
  ['sluice_p_7', '7'],
  ['sluice_p_9007199254740991', '9007199254740991'],
  ...[
    'default',
    'sluice_p_',
    'sluice_p_0',
    'sluice_p_07',
    'sluice_p_7x',
    'xsluice_p_7',
    'sluice_p_-7',
    'SLUICE_P_7',
  ].map((name) => [name, '0'] as const),
  ['sluice_p_12345678901234567', '0'],
])('the name %s stands for the project %s', async (name, project) => {
  const [, value = ''] = USER_CONDITION.split(' = ');
  expect(await read(`SELECT ${value.replace('currentUser()', () => `'${name}'`)}`)).toBe(project);
});

describe('no text reads the rows of another project', () => {
  test.each(bypassTexts(2))('%s', async (sql) => {
    const rows = await read(sql).catch(() => '0');
    expect(rows).toMatch(/^0?$/);
  });
});

test('the condition is a constant and leaves the granules of other projects out', async () => {
  const plan = await read("EXPLAIN indexes = 1 SELECT count() FROM app.events WHERE event = 'seen'");
  const [, read1 = '0', all = '0'] = /PrimaryKey[\s\S]*?Granules: (\d+)\/(\d+)/.exec(plan) ?? [];
  expect(plan).toMatch(/project_id in \[1, 1\]/);
  expect(Number(all)).toBeGreaterThan(20);
  expect(Number(read1)).toBeLessThanOrEqual(Number(all) / 2 + 1);
});
