import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createClickHouseServerEngine,
  defaultQuorum,
} from '../../src/adapters/engine/clickhouse-server-engine.ts';
import { answerAsServer, type ServerAnswers } from '../fixtures/answer-as-server.ts';
import { queryOf } from '../fixtures/engine-query.ts';
import { type Recorder, startRecorder } from '../fixtures/start-recorder.ts';

// What leaves for a ClickHouse server. The server is a recorder: that the statements parse is tested on the embedded
// engine (`engine-forms.test.ts`), that a real server follows them is not proven here.

let answers: ServerAnswers;
let recorder: Recorder;

beforeEach(async () => {
  answers = [[/slow/, 159]];
  recorder = await startRecorder((request) => answerAsServer(answers)(request));
});
afterEach(() => recorder.close());

const options = () => ({ url: recorder.url, allowedFunctions: ['count'] });
const onCluster = () => ({ ...options(), cluster: 'main' });
const texts = () => recorder.requests.map(({ sql }) => sql);

test('[ENG-3.5]: connecting makes tables, policies and rights, as the user of the URL, and no reader yet', async () => {
  const engine = await createClickHouseServerEngine(options());
  await engine.close();
  expect(new Set(recorder.requests.map(({ user }) => user))).toEqual(new Set(['sluice']));
  expect(texts()).toContain('CREATE DATABASE IF NOT EXISTS app');
  const everyTable =
    'app.events, app.lookups, app.event_ids, app.persons, app.person_distinct_ids, app.person_overrides, app.cohort_members, app.groups';
  expect(texts()).toContain(
    `CREATE ROW POLICY OR REPLACE sluice_tenant ON ${everyTable} USING project_id = toUInt64OrZero(extract(currentUser(), '^sluice_p_([1-9][0-9]{0,15})$')) AS PERMISSIVE TO ALL EXCEPT sluice`,
  );
  expect(texts()).toContain('GRANT SELECT ON app.events TO sluice_reader');
  expect(texts().filter((sql) => /^CREATE USER|GRANT .*event_ids/.test(sql))).toEqual([]);
});

test('a reader may change exactly the settings that its queries carry', async () => {
  for (const given of [options(), onCluster()]) {
    const engine = await createClickHouseServerEngine(given);
    const profile = texts().findLast((sql) => sql.startsWith('CREATE SETTINGS PROFILE')) ?? '';
    const changeable = [...profile.matchAll(/(\w+)(?: = 10 MAX 86400)? CHANGEABLE_IN_READONLY/g)].map(
      ([, name]) => name,
    );
    await engine.query(queryOf('SELECT count() FROM app.events', { int64AsString: true, blockRows: 1 }));
    const last = recorder.requests.at(-1);
    expect(last?.user).toBe('sluice_p_1');
    const members = ['default_format', 'query_id', 'wait_end_of_query'];
    const sent = Object.keys(last?.settings ?? {}).filter((name) => !members.includes(name));
    expect(sent.sort()).toEqual(changeable.sort());
    expect(profile).toContain('readonly = 1, serialize_query_plan = 0 CONST');
    await engine.close();
  }
});

test('[ENG-4.1]: a server checks no texts, so they are checked before they leave', async () => {
  const engine = await createClickHouseServerEngine(options());
  const before = texts().length;
  for (const sql of [
    "SELECT file('/etc/passwd')",
    'SELECT 1 SETTINGS max_threads = 9',
    'SELECT 1; SELECT 2',
    'SELECT current_user',
    'EXECUTE AS sluice_p_2 SELECT 1',
  ])
    await expect(engine.query(queryOf(sql))).rejects.toMatchObject({ code: 'internal_error' });
  expect(texts()).toHaveLength(before);
  await engine.close();
});

test('users of projects are asked for once, and the missing ones are made together', async () => {
  answers = [[/FROM system\.users/, [['sluice_p_3'], ['sluice_p_5']]]];
  const engine = await createClickHouseServerEngine(options());
  const before = texts().length;
  await engine.prepareProjects(Array.from({ length: 1_100 }, (_, at) => at + 1));
  const made = texts().slice(before);
  const users = made.map((sql) => new Set(sql.match(/sluice_p_\d+/g)).size);
  expect(users).toEqual([0, 500, 500, 500, 500, 98, 98]);
  expect(made[1]).toMatch(
    /^CREATE USER IF NOT EXISTS sluice_p_1, sluice_p_2, sluice_p_4, .* IDENTIFIED WITH sha256_hash/,
  );
  expect(made[2]).toMatch(/^GRANT sluice_reader TO sluice_p_1, /);
  await engine.close();
});

test.each([
  [{ version: '18.16.1' }, 'The ClickHouse server is of version 18.16.1; this service needs 26.3 or newer.'],
  [{ version: '26.2.99.1' }, 'The ClickHouse server is of version 26.2.99.1;'],
])('a server of %o is refused in one sentence, before anything is made', async ({ version }, sentence) => {
  answers = [[/version\(\)/, [[version]]]];
  await expect(createClickHouseServerEngine(options())).rejects.toThrow(sentence);
  expect(texts()).toEqual(['SELECT version()']);
  expect(Object.keys(recorder.requests[0]?.settings ?? {}).sort()).toEqual([
    'default_format',
    'wait_end_of_query',
  ]);
});

test('[ENG-3.5]: a cluster whose shards do not know who asks is refused, and one that is not known', async () => {
  answers = [[/FROM app\.sluice_probe/, [[0]]]];
  await expect(createClickHouseServerEngine(onCluster())).rejects.toThrow(
    'The shards of the cluster main do not know who asks. Give the cluster a <secret>',
  );
  answers = [[/FROM system\.clusters/, []]];
  await expect(createClickHouseServerEngine(onCluster())).rejects.toThrow(
    'The ClickHouse server knows no cluster main.',
  );
});

test('[ENG-10.5]: settling waits for every replica, once for all who ask meanwhile', async () => {
  const engine = await createClickHouseServerEngine(onCluster());
  const before = texts().length;
  await engine.settle(['events', 'persons']);
  expect(texts().slice(before)).toEqual([
    'SYSTEM SYNC REPLICA ON CLUSTER main app.events_local LIGHTWEIGHT',
    'SYSTEM SYNC REPLICA ON CLUSTER main app.persons LIGHTWEIGHT',
  ]);
  await Promise.all(Array.from({ length: 20 }, () => engine.settle(['events'])));
  expect(texts().length - before).toBe(4);
  answers = [[/^SYSTEM SYNC/, 159]];
  await expect(engine.settle(['events'])).rejects.toMatchObject({ code: 'engine_unavailable' });
  await engine.close();
  const single = await createClickHouseServerEngine(options());
  await single.settle(['events']);
  expect(texts().at(-1)).not.toMatch(/^SYSTEM/);
  await single.close();
});

test('a database that replicates its own DDL is told nothing of the cluster', async () => {
  answers = [[/FROM system\.databases/, [['Replicated']]]];
  const engine = await createClickHouseServerEngine(onCluster());
  await engine.close();
  expect(texts().filter((sql) => / ON CLUSTER /.test(sql))).toEqual([]);
});

test('of two replicas one is enough, of three most', () => {
  expect([defaultQuorum([2, 3]), defaultQuorum([3, 3])]).toEqual([0, 'auto']);
});

test.each([
  [159, 'query_timeout'],
  [242, 'engine_unavailable'],
  [285, 'engine_unavailable'],
  [999, 'engine_unavailable'],
])('the error %i of a server becomes %s', async (number, code) => {
  answers = [[/slow/, number]];
  const engine = await createClickHouseServerEngine(options());
  await expect(engine.query(queryOf('SELECT slow FROM app.events'))).rejects.toMatchObject({ code });
  await engine.close();
});

test('a server that cannot be reached is unavailable', async () => {
  const unreachable = { ...options(), url: 'http://127.0.0.1:1' };
  await expect(createClickHouseServerEngine(unreachable)).rejects.toMatchObject({
    code: 'engine_unavailable',
  });
});
