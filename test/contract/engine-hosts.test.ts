import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { ClickHouseEngine } from '../../src/adapters/engine/clickhouse-engine.ts';
import { ClickHouseHttp, laneConnections } from '../../src/adapters/engine/clickhouse-http.ts';
import { type EngineHost, EngineHosts, type Greet } from '../../src/adapters/engine/engine-hosts.ts';
import { queryOf } from '../fixtures/engine-query.ts';

// [ENG-15.2], [ENG-15.6]: where requests go when an engine has several addresses, and what is repeated when one of them
// fails. The hosts are recorders.

const PATIENCE = { timeout: 20_000, interval: 20 };
const EMPTY =
  '{"meta":[],\n\n\t"data":\n\t[\n\n\t],\n\n"rows":0,"statistics":{"elapsed":0,"rows_read":0,"bytes_read":0}}';
const CLOSED = 'http://127.0.0.1:1';

type Answer = (response: ServerResponse, sql: string) => void;

interface Recorder {
  readonly host: EngineHost;
  readonly seen: string[];
  /** How requests other than pings are answered; the pings too while it is undefined: not at all. */
  answer: Answer | undefined;
}

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const connect = (url: string): ClickHouseHttp => {
  const someone = { user: 'someone', password: '' };
  return new ClickHouseHttp({ url, reader: someone, writer: someone }, laneConnections({ read: 8, long: 2 }));
};

const sayNothing: Answer = (response) => response.end(EMPTY);
const refuse =
  (code: number): Answer =>
  (response) =>
    response.writeHead(500, { 'x-clickhouse-exception-code': code }).end(`Code: ${code}. DB::Exception`);
const reset: Answer = (response) => response.destroy();

async function record(answer: Answer = sayNothing): Promise<Recorder> {
  const seen: string[] = [];
  const recorder: { answer: Answer | undefined } = { answer };
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (recorder.answer === undefined) return void response.destroy();
    if (request.url === '/ping') return void response.end('Ok.\n');
    const inUrl = new URL(request.url ?? '', 'http://localhost').searchParams.get('query');
    const sql = inUrl ?? (await text(request));
    seen.push(sql);
    recorder.answer(response, sql);
  };
  const server: Server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  closers.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  return Object.assign(recorder, { host: { name: url, connection: connect(url) }, seen });
}

async function engineOf(hosts: readonly EngineHost[], greet: Greet = async () => true) {
  const connection = new EngineHosts(hosts);
  closers.push(() => void connection.destroy());
  await connection.watch(greet);
  const engine = new ClickHouseEngine({
    connection: () => (connection.isAnswering ? connection : undefined),
  });
  return { engine, connection };
}

const rows = { table: 'events', columns: ['uuid'], format: 'RowBinary', body: new Uint8Array(16) } as const;

test('a request goes to the host with the fewest requests under way', async () => {
  const waiting: ServerResponse[] = [];
  const hold: Answer = (response) => void waiting.push(response);
  const [a, b] = [await record(hold), await record(hold)];
  const { engine } = await engineOf([a.host, b.host]);
  const running = Array.from({ length: 6 }, (_, at) =>
    engine.query(queryOf('SELECT 1', { runId: `r${at}` })),
  );
  await vi.waitFor(() => expect(waiting).toHaveLength(6), PATIENCE);
  expect([a.seen.length, b.seen.length]).toEqual([3, 3]);
  for (const response of waiting) response.end(EMPTY);
  await Promise.all(running);
});

test('what never went out goes to the next host, whatever it is', async () => {
  const there = await record();
  const { engine } = await engineOf([{ name: 'closed', connection: connect(CLOSED) }, there.host]);
  await engine.command('CREATE TABLE x (a UInt8)');
  await engine.insert(rows);
  await engine.query(queryOf('SELECT 1'));
  expect(there.seen).toEqual(['CREATE TABLE x (a UInt8)', expect.stringMatching(/^INSERT/), 'SELECT 1']);
});

test.each([
  ['a broken connection', reset],
  ['too many queries (202)', refuse(202)],
  ['a network error (210)', refuse(210)],
  ['no connection to a shard (279)', refuse(279)],
])('after %s a read is asked of another host, once', async (_, answer) => {
  const hosts = [await record(answer), await record(answer), await record(answer)];
  const { engine } = await engineOf(hosts.map(({ host }) => host));
  await expect(engine.query(queryOf('SELECT 1'))).rejects.toMatchObject({
    code:
      answer === refuse(202)
        ? 'query_capacity'
        : expect.stringMatching(/^(engine_unavailable|query_capacity)$/),
  });
  expect(hosts.flatMap(({ seen }) => seen)).toHaveLength(2);
  const last = hosts.find(({ seen }) => seen.length === 0);
  if (last !== undefined) last.answer = sayNothing;
});

test('a read that a second host answers is answered', async () => {
  const [broken, well] = [await record(reset), await record()];
  const { engine } = await engineOf([broken.host, well.host]);
  expect((await engine.query(queryOf('SELECT 1'))).rowCount).toBe(0);
  expect((await engine.command('SELECT 2')).rowCount).toBe(0);
  // The host that broke off is left out from then on.
  expect([broken.seen, well.seen]).toEqual([['SELECT 1'], ['SELECT 1', 'SELECT 2']]);
});

test('an error of the query itself is not asked again', async () => {
  const hosts = [await record(refuse(159)), await record(refuse(159))];
  const { engine } = await engineOf(hosts.map(({ host }) => host));
  await expect(engine.query(queryOf('SELECT 1'))).rejects.toMatchObject({ code: 'query_timeout' });
  expect(hosts.flatMap(({ seen }) => seen)).toHaveLength(1);
});

test.each(['DROP TABLE x', 'ALTER TABLE app.events DELETE WHERE 1', 'INSERT INTO x SELECT 1'])(
  'what may have been done is never repeated: %s',
  async (sql) => {
    const hosts = [await record(reset), await record(reset)];
    const { engine } = await engineOf(hosts.map(({ host }) => host));
    await expect(engine.command(sql)).rejects.toMatchObject({ code: 'engine_unavailable' });
    expect(hosts.flatMap(({ seen }) => seen)).toEqual([sql]);
  },
);

test('nor is an insert, unless the engine knows it again by its token', async () => {
  const hosts = [await record(reset), await record(reset)];
  const { connection } = await engineOf(hosts.map(({ host }) => host));
  const insert = {
    as: 'writer',
    lane: 'write',
    sql: 'INSERT INTO x FORMAT RowBinary',
    timeoutMs: 5_000,
  } as const;
  const sent = (settings: Readonly<Record<string, string>>) =>
    connection.send({ ...insert, data: new Uint8Array(1), settings });
  await expect(sent({ insert_deduplication_token: 'one' })).rejects.toMatchObject({
    code: 'engine_unavailable',
  });
  expect(hosts.map(({ seen }) => seen.length)).toEqual([1, 1]);
  await vi.waitFor(() => expect(connection.isAnswering).toBe(true), PATIENCE);
  await expect(sent({})).rejects.toMatchObject({ code: 'engine_unavailable' });
  expect(hosts.flatMap(({ seen }) => seen)).toHaveLength(3);
});

test('a host that failed is asked who it is before it is used again', async () => {
  const host = await record();
  const greeted: boolean[] = [];
  let isSame = true;
  const { engine } = await engineOf([host.host], async () => {
    const isThere = host.answer !== undefined && isSame;
    greeted.push(isThere);
    return isThere;
  });
  host.answer = undefined;
  await expect(engine.query(queryOf('SELECT 1'))).rejects.toMatchObject({
    code: 'engine_unavailable',
    retryAfterSeconds: 1,
  });
  expect(engine.isAnswering()).toBe(false);
  // Another engine is behind the address now.
  isSame = false;
  host.answer = sayNothing;
  await vi.waitFor(() => expect(greeted.filter((each) => !each).length).toBeGreaterThan(3), PATIENCE);
  await expect(engine.query(queryOf('SELECT 2'))).rejects.toMatchObject({ code: 'engine_unavailable' });
  isSame = true;
  await vi.waitFor(() => expect(engine.isAnswering()).toBe(true), PATIENCE);
  await engine.query(queryOf('SELECT 3'));
  expect(host.seen).toEqual(['SELECT 3']);
});

test('a host that answers no ping counts as away', async () => {
  const host = await record();
  const { engine } = await engineOf([host.host], async () => host.answer !== undefined);
  expect([engine.isAnswering(), await engine.ping()]).toEqual([true, true]);
  host.answer = undefined;
  await vi.waitFor(() => expect(engine.isAnswering()).toBe(false), PATIENCE);
  expect(await engine.ping()).toBe(false);
});

test('what stops a query goes to the host that runs it', async () => {
  const waiting: ServerResponse[] = [];
  const answer: Answer = (response, sql) => {
    if (sql.startsWith('KILL')) response.end(EMPTY);
    else waiting.push(response);
  };
  const hosts = [await record(answer), await record(answer), await record(answer)];
  const { engine } = await engineOf(hosts.map(({ host }) => host));
  const running = ['one', 'two', 'three'].map((runId) => engine.query(queryOf('SELECT 1', { runId })));
  for (const each of running) each.catch(() => undefined);
  await vi.waitFor(() => expect(waiting).toHaveLength(3), PATIENCE);
  const runsTwo = hosts[1];
  await engine.cancel('two');
  await vi.waitFor(() => expect(runsTwo?.seen.some((sql) => sql.startsWith('KILL'))).toBe(true), PATIENCE);
  expect(hosts[0]?.seen.concat(hosts[2]?.seen ?? []).filter((sql) => sql.startsWith('KILL'))).toEqual([]);
  for (const response of waiting) response.end(EMPTY);
  await Promise.allSettled(running);
});
