import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { answerAsServer, type ServerAnswers } from '../fixtures/answer-as-server.ts';
import { startPostgres, type TestPostgres } from '../fixtures/start-postgres.ts';
import { type Recorder, startRecorder } from '../fixtures/start-recorder.ts';
import { startS3, type TestS3 } from '../fixtures/start-s3.ts';
import { startTestService } from '../fixtures/start-service.ts';

// A service whose settings name a ClickHouse server or cluster, with a recorder in its place: that the service starts,
// speaks to it as it should, and knows it again. [ENG-3.5], [ENG-10.4], [ENG-10.5].

let postgres: TestPostgres;
let s3: TestS3;
beforeAll(async () => {
  [postgres, s3] = await Promise.all([startPostgres(), startS3()]);
});
afterAll(async () => {
  await Promise.all([postgres?.close(), s3?.close()]);
});

let given: ServerAnswers;
let engineId: string;
let recorder: Recorder;
beforeEach(async () => {
  given = [];
  engineId = '';
  recorder = await startRecorder((request) => answerAsServer([...given, ...REMEMBERS])(request));
});
afterEach(() => recorder.close());

/** A server that has no id until it is given one, and no column of a property. */
const REMEMBERS: ServerAnswers = [
  [/^SELECT toString\(engine_id\)/, () => (engineId === '' ? 60 : [[engineId]])],
  [/^SELECT name, comment/, []],
  [/^SELECT count\(\) FROM system\.processes/, [[0]]],
];

const settingsOf = (databaseUrl: string, more: object = {}) => ({
  ...s3.settings,
  databaseUrl,
  engineUrl: recorder.url,
  ...more,
});

const sqlOf = (pattern: RegExp) => recorder.requests.filter(({ sql }) => pattern.test(sql));

test.each([
  ['server', {}, 'app.events '],
  ['cluster', { engineCluster: 'main' }, 'app.events_write '],
])('a service works with a %s', async (form, more, written) => {
  const databaseUrl = await postgres.newDatabase();
  const service = await startTestService(settingsOf(databaseUrl, more));
  const query = { kind: 'HogQLQuery', query: 'select count() from events' };
  expect((await service.call('POST', 'query', { body: { query } })).status).toBe(200);
  expect(sqlOf(/FROM app\.events/).map(({ user }) => user)).toContain('sluice_p_1');
  const event = { event: 'seen', distinct_id: 'ann', timestamp: '2026-01-15T12:00:00Z' };
  await service.capture([event]);
  expect(sqlOf(new RegExp(`^INSERT INTO ${written}`))).toHaveLength(1);
  const settled = sqlOf(/^SYSTEM SYNC REPLICA ON CLUSTER main app\.events_local LIGHTWEIGHT/);
  expect(settled.length > 0).toBe(form === 'cluster');
  await service.close();
  engineId = '0192f0a0-0000-7000-8000-000000000001';
  await expect(startTestService(settingsOf(databaseUrl, more))).rejects.toThrow(
    `is the engine ${engineId}, but the events of the metadata store of SLUICE_DATABASE_URL are in the engine`,
  );
});

test('a store of a server is not used with a cluster', async () => {
  const databaseUrl = await postgres.newDatabase();
  await (await startTestService(settingsOf(databaseUrl))).close();
  await expect(startTestService(settingsOf(databaseUrl, { engineCluster: 'main' }))).rejects.toThrow(
    'is a ClickHouse cluster, but the metadata store of SLUICE_DATABASE_URL works with a ClickHouse server',
  );
});

test('a server that does not answer, or is not fit, is one sentence', async () => {
  const databaseUrl = await postgres.newDatabase();
  const away = settingsOf(databaseUrl, { engineUrl: 'http://sluice:p@127.0.0.1:1', engineCluster: 'main' });
  await expect(startTestService(away)).rejects.toThrow(
    'The ClickHouse server at 127.0.0.1:1 does not answer. Start it, or mend SLUICE_ENGINE_URL;',
  );
  given = [[/^SELECT version\(\)/, [['25.8.1.1']]]];
  await expect(startTestService(settingsOf(databaseUrl))).rejects.toThrow(
    'is of version 25.8.1.1; this service',
  );
});
