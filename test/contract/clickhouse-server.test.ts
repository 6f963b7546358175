import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClickHouseServerEngine } from '../../src/adapters/engine/clickhouse-server-engine.ts';
import { queryOf } from '../fixtures/engine-query.ts';

// What leaves for a ClickHouse server. The server is a recorder: that the statements parse is tested on the embedded
// engine, that a real server follows them is not proven here.

interface Seen {
  readonly user: string;
  readonly settings: URLSearchParams;
  readonly sql: string;
}

let seen: Seen[];
let server: Server;
let url: string;

beforeEach(async () => {
  seen = [];
  server = createServer(async (request, response) => {
    const sql = await text(request);
    const settings = new URL(request.url ?? '', 'http://localhost').searchParams;
    seen.push({ user: String(request.headers['x-clickhouse-user']), settings, sql });
    const isSlow = sql.includes('slow');
    if (isSlow) response.writeHead(500, { 'x-clickhouse-exception-code': '159' });
    response.end(isSlow ? 'Code: 159. DB::Exception: Timeout exceeded' : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://admin:p%40ss@127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => server.close());

const options = () => ({ url, allowedFunctions: ['count'] });

test('connecting makes database, tables, reader, grants and row policies, as the user of the URL', async () => {
  const engine = await createClickHouseServerEngine(options());
  await engine.close();
  expect(new Set(seen.map(({ user }) => user))).toEqual(new Set(['admin']));
  const texts = seen.map(({ sql }) => sql);
  expect(texts[0]).toBe('CREATE DATABASE IF NOT EXISTS app ENGINE = Atomic');
  expect(texts).toContain(
    'CREATE ROW POLICY OR REPLACE sluice_tenant ON app.events USING project_id = toUInt64OrZero(substring(currentDatabase(), 3)) TO sluice_reader',
  );
  expect(texts).toContain('GRANT SELECT ON app.events TO sluice_reader');
  const ofReaders = texts.filter((sql) => /^(GRANT|CREATE ROW POLICY)/.test(sql));
  expect(ofReaders.filter((sql) => sql.includes('app.event_ids'))).toEqual([]);
});

test('a reader may change exactly the settings that its queries carry', async () => {
  const engine = await createClickHouseServerEngine(options());
  const profile = seen.find(({ sql }) => sql.startsWith('CREATE SETTINGS PROFILE'))?.sql ?? '';
  const changeable = [...profile.matchAll(/(\w+) CHANGEABLE_IN_READONLY/g)].map(([, name]) => name);
  await engine.query(queryOf('SELECT count() FROM app.events', { int64AsString: true, blockRows: 1 }));
  const last = seen.at(-1);
  expect(last?.user).toBe('sluice_reader');
  expect(last?.settings.get('database')).toBe('p_1');
  const members = ['database', 'default_format', 'query_id', 'wait_end_of_query'];
  const sent = [...(last?.settings.keys() ?? [])].filter((name) => !members.includes(name));
  expect(sent.sort()).toEqual(changeable.sort());
  await engine.close();
});

test('[ENG-4.1]: a server checks no texts, so they are checked before they leave', async () => {
  const engine = await createClickHouseServerEngine(options());
  const before = seen.length;
  for (const sql of ["SELECT file('/etc/passwd')", 'SELECT 1 SETTINGS max_threads = 9', 'SELECT 1; SELECT 2'])
    await expect(engine.query(queryOf(sql))).rejects.toMatchObject({ code: 'internal_error' });
  expect(seen).toHaveLength(before);
  await engine.close();
});

test('errors of a server become errors of ours', async () => {
  const engine = await createClickHouseServerEngine(options());
  const slow = engine.query(queryOf('SELECT slow FROM app.events'));
  await expect(slow).rejects.toMatchObject({ code: 'query_timeout' });
  await engine.close();
});

test('a server that cannot be reached is unavailable', async () => {
  const unreachable = { ...options(), url: 'http://127.0.0.1:1' };
  await expect(createClickHouseServerEngine(unreachable)).rejects.toMatchObject({
    code: 'engine_unavailable',
  });
});
