import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startEmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { isAppError } from '../../src/base/errors.ts';
import type { Observation } from '../../src/base/observation.ts';
import { SeededRandom } from '../../src/services/demo/random.ts';
import { queryOf } from '../fixtures/engine-query.ts';
import { rowsOf } from '../fixtures/engine-rows-of.ts';
import { startTestEngine } from '../fixtures/start-engine.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

// [ENG-1.1], [ENG-1.3] and [ENG-1.4]: the child as a process.

test('[ENG-1.4]: when the child is killed, running queries fail as unavailable and the next ones succeed', async () => {
  const observations: Observation[] = [];
  await using started = await disposableEngine((observation) => observations.push(observation));
  const { engine } = started;
  const columns = ['project_id', 'distinct_id'];
  const row = { table: 'person_distinct_ids', columns, format: 'JSONCompactEachRow' } as const;
  await engine.insert({ ...row, body: Buffer.from('[1,"acknowledged"]') });
  for (let round = 0; round < 2; round += 1) {
    const running = [1, 2, 3].map(() =>
      expect(engine.query(queryOf('SELECT sleep(3)'))).rejects.toMatchObject({
        code: 'engine_unavailable',
        status: 503,
        retryAfterSeconds: 1,
      }),
    );
    await expect.poll(() => runningSleeps()).toBe(3);
    process.kill(engine.processId() ?? 0, 'SIGKILL');
    await Promise.all(running);
    await expect.poll(answersAgain, { timeout: 20_000 }).toEqual([['acknowledged']]);
  }
  expect(observations.map((each) => each.kind === 'engine_child' && each.event)).toEqual([
    'started',
    ...['exited', 'restarting', 'started'],
    ...['exited', 'restarting', 'started'],
  ]);

  async function runningSleeps(): Promise<unknown> {
    const sql = "SELECT count() FROM system.processes WHERE query LIKE 'SELECT sleep(3)%'";
    return rowsOf(await engine.command(sql))[0]?.[0];
  }

  async function answersAgain(): Promise<unknown> {
    const query = engine.query(queryOf('SELECT distinct_id FROM app.person_distinct_ids FINAL'));
    return await query.then(rowsOf, (error: unknown) => {
      if (isAppError(error, 'engine_unavailable')) return 'unavailable';
      throw error;
    });
  }
});

test('[ENG-1.3]: a child whose main thread is held ends with the process that started it', async () => {
  const file = path.join(import.meta.dirname, '../../src/adapters/engine/embedded/end-with-parent.ts');
  const held = `const { endWithParent } = await import(${JSON.stringify(file)});
    endWithParent();
    console.log(process.pid);
    setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0), 200);`;
  const start = `require('node:child_process').spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(held)}],
    { detached: true, stdio: ['ignore', 'inherit', 'ignore'] });
    setInterval(() => undefined, 1_000);`;
  const parent = spawn(process.execPath, ['-e', start], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(parent.stdout, 'data');
  const child = Number(line);
  expect(isAlive(child)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(child), { timeout: 30_000 }).toBe(false);
});

/** False also for a process that has ended and that nobody has asked for. */
function isAlive(processId: number): boolean {
  const status = `/proc/${processId}/status`;
  return existsSync(status) && !/^State:\s+Z/m.test(readFileSync(status, 'utf8'));
}

test('[ENG-2.6]: a child whose places are all held by queries that cannot be stopped is replaced', async () => {
  const observations: Observation[] = [];
  const { engine, close } = await startTestEngine({
    places: { read: 3 },
    maxStuckQueries: 2,
    stuckAfterMs: 300,
    observe: (observation) => observations.push(observation),
  });
  await engine.ensureProject(1);
  const before = engine.processId();
  // One call of many seconds, in which the engine looks at nothing.
  const stubborn =
    'SELECT length(h3kRing(toUInt64(644325529233966508), toUInt16(materialize(2000)))) FROM numbers(9)';
  const neighbour = expect(engine.query(queryOf('SELECT sleep(3), sleep(3)'))).rejects.toMatchObject({
    code: 'engine_unavailable',
    status: 503,
    retryAfterSeconds: 1,
  });
  const leaving = [1, 2].map(() =>
    expect(engine.query(queryOf(stubborn, { signal: AbortSignal.timeout(500) }))).rejects.toMatchObject({
      code: 'query_cancelled',
    }),
  );
  await Promise.all([neighbour, ...leaving]);
  const answersAgain = () => engine.query(queryOf('SELECT 1')).then(rowsOf, () => engine.processId());
  await expect.poll(answersAgain, { timeout: 20_000 }).toEqual([[1]]);
  expect(engine.processId()).not.toBe(before);
  expect(observations).toContainEqual(
    expect.objectContaining({
      kind: 'engine_child',
      event: 'exited',
      detail: expect.stringContaining('All places were held'),
    }),
  );
  await close();
});

test('[ENG-1.3]: the child has a process group and an environment of its own', async () => {
  await using started = await disposableEngine();
  const processId = started.engine.processId() ?? 0;
  expect(processGroupOf(processId)).toBe(processId);
  const environment = readFileSync(`/proc/${processId}/environ`, 'utf8').split('\0').filter(Boolean).sort();
  expect(environment).toEqual(['TZ=UTC', 'UV_THREADPOOL_SIZE=30']);
});

test('[ENG-1.3]: the child ends with the service, however that ends', async () => {
  const fixture = path.join(import.meta.dirname, '../fixtures/run-engine.ts');
  const folder = temporaryFolder();
  const service = spawn(process.execPath, ['--experimental-strip-types', fixture, folder]);
  const [line] = await once(service.stdout, 'data');
  const childId = Number(String(line).trim());
  expect(existsSync(`/proc/${childId}`)).toBe(true);
  service.kill('SIGKILL');
  // Only possible when the folder is free again.
  const next = await startEmbeddedEngine({ folder, allowedFunctions: 'all' });
  await next.close();
});

test('[ENG-1.4]: a second engine on the same folder does not start, and the first goes on', async () => {
  await using started = await disposableEngine();
  const second = startEmbeddedEngine({ folder: started.folder, allowedFunctions: 'all' });
  await expect(second).rejects.toMatchObject({
    message:
      `Another process uses the engine's folder ${started.folder}. An engine whose service was killed ends by ` +
      'itself: start again in a moment, or end that process.',
  });
  expect(await started.engine.ping()).toBe(true);
});

test('a closed engine is unavailable, leaves no process and no temporary folder', async () => {
  const started = await startTestEngine();
  const processId = started.engine.processId() ?? 0;
  const sql = "SELECT value FROM system.server_settings WHERE name = 'config-file'";
  const file = String(rowsOf(await started.engine.command(sql))[0]?.[0]);
  expect(existsSync(file)).toBe(true);
  await started.close();
  expect(existsSync(`/proc/${processId}`)).toBe(false);
  expect(existsSync(path.dirname(file))).toBe(false);
  await expect(started.engine.command('SELECT 1')).rejects.toMatchObject({ code: 'engine_unavailable' });
  expect(await started.engine.ping()).toBe(false);
});

test('an engine is closed in order after streams that were broken off', async () => {
  const observations: Observation[] = [];
  // Time enough on a busy machine: that nothing holds the child is asked here, not how quick it is.
  await using started = await disposableEngine((observation) => observations.push(observation), 60_000);
  const { engine } = started;
  for (let round = 0; round < 3; round += 1) {
    const controller = new AbortController();
    const sql = "SELECT repeat('x', 1000) AS x FROM numbers(900000)";
    const { body } = await engine.stream(queryOf(sql, { signal: controller.signal }), 'CSVWithNames');
    await body[Symbol.asyncIterator]().next();
    controller.abort();
  }
  await engine.close();
  expect(observations.at(-1)).toMatchObject({ event: 'ended', detail: 'exit code 0' });
});

test('an engine is closed in order while sessions for the next requests are being made', async () => {
  const projects = [1, 2, 3, 4, 5, 6, 7, 8];
  for (let round = 0; round < 4; round += 1) {
    const observations: Observation[] = [];
    await using started = await disposableEngine((observation) => observations.push(observation), 60_000);
    const { engine } = started;
    for (const projectId of projects) await engine.ensureProject(projectId);
    // Behind each answer two sessions of its project are made, for which nobody waits.
    await Promise.all(projects.map((projectId) => engine.query(queryOf('SELECT 1', { projectId }))));
    await engine.close();
    expect(observations.at(-1)).toMatchObject({ event: 'ended', detail: 'exit code 0' });
  }
});

test('data and tables are there after a restart', async () => {
  const folder = temporaryFolder();
  const first = await startEmbeddedEngine({ folder, allowedFunctions: 'all' });
  await first.command(
    "INSERT INTO app.event_ids (project_id, uuid) VALUES (1, '00000000-0000-4000-8000-000000000001')",
  );
  await first.close();
  const second = await startEmbeddedEngine({ folder, allowedFunctions: 'all' });
  expect(rowsOf(await second.command('SELECT project_id FROM app.event_ids'))).toEqual([[1]]);
  await second.close();
});

// [ENG-7.5]
test('no insert is dropped because it looks like an earlier one, also in a table that remembers blocks', async () => {
  await using started = await disposableEngine();
  await started.engine.command(
    'ALTER TABLE app.event_ids MODIFY SETTING non_replicated_deduplication_window = 10000',
  );
  const body = Buffer.from('[1,"00000000-0000-4000-8000-000000000001"]');
  const columns = ['project_id', 'uuid'];
  const insert = { table: 'event_ids', columns, format: 'JSONCompactEachRow', body } as const;
  const select =
    'INSERT INTO app.event_ids (project_id, uuid) SELECT 1, toUUID(uuid) FROM app.event_ids ORDER BY ALL LIMIT 1';
  const settings = { insert_deduplication_token: 'the same' };
  await started.engine.insert(insert);
  await started.engine.insert(insert);
  await started.engine.command(select, {}, { settings });
  await started.engine.command(select, {}, { settings });
  const answer = await started.engine.command('SELECT count() FROM app.event_ids');
  expect(rowsOf(answer)).toEqual([[4]]);
});

// [ENG-7.5]
test('a statement waits for a connection of its lane, and its time begins with its turn', async () => {
  await using started = await disposableEngine();
  const slow =
    'INSERT INTO app.event_ids (project_id) SELECT 2 FROM numbers(3) WHERE NOT ignore(sleepEachRow(1))';
  const before = [started.engine.command(slow), started.engine.command(slow)];
  const insert = 'INSERT INTO app.event_ids (project_id) SELECT 1';
  const order: string[] = [];
  const waiting = started.engine.command(insert, {}, { timeoutMs: 2_000 }).then(() => order.push('waiting'));
  await started.engine.command(insert, {}, { lane: 'bulk' });
  order.push('other lane');
  await Promise.all([...before, waiting]);
  expect(order).toEqual(['other lane', 'waiting']);
});

test('an insert without rows does nothing', async () => {
  await using started = await disposableEngine();
  const insert = { table: 'event_ids', columns: ['project_id'], format: 'JSONEachRow' } as const;
  await started.engine.insert({ ...insert, body: new Uint8Array(0) });
  await started.engine.command('INSERT INTO app.event_ids FORMAT JSONEachRow');
  const answer = await started.engine.command('SELECT count() FROM app.event_ids');
  expect(rowsOf(answer)).toEqual([[0]]);
});

test('rows that do not fit are refused as a whole', async () => {
  await using started = await disposableEngine();
  const body = Buffer.from('[1,"00000000-0000-4000-8000-000000000001"]\n["x"]');
  const columns = ['project_id', 'uuid'];
  const insert = { table: 'event_ids', columns, format: 'JSONCompactEachRow', body } as const;
  await expect(started.engine.insert(insert)).rejects.toMatchObject({ code: 'query_failed' });
  const answer = await started.engine.command('SELECT count() FROM app.event_ids');
  expect(rowsOf(answer)).toEqual([[0]]);
});

test('rows in bytes are taken as they are, whatever they look like as text, by the order of the columns', async () => {
  await using started = await disposableEngine();
  const random = new SeededRandom(11);
  const rows = Array.from({ length: 20_000 }, (_, index) => {
    const row = Buffer.from(Array.from({ length: 25 }, () => random.between(0, 255)));
    // A text of 16 bytes after its length, then the number of the project.
    row.writeUInt8(16, 0);
    row.writeBigUInt64LE(BigInt(index), 17);
    return row;
  });
  const columns = ['distinct_id', 'project_id'];
  const insert = { table: 'person_distinct_ids', columns, format: 'RowBinary' } as const;
  await started.engine.insert({ ...insert, body: Buffer.concat(rows) });
  const answer = await started.engine.command(
    'SELECT hex(distinct_id) FROM app.person_distinct_ids ORDER BY project_id',
  );
  expect(rowsOf(answer)).toEqual(rows.map((row) => [row.toString('hex', 1, 17).toUpperCase()]));
});

async function disposableEngine(
  observe: (observation: Observation) => void = () => undefined,
  endTimeoutMs = 5_000,
) {
  const started = await startTestEngine({ observe, endTimeoutMs });
  await started.engine.ensureProject(1);
  return { ...started, [Symbol.asyncDispose]: () => started.close() };
}

/** The fifth field of `/proc/<id>/stat`, whose second field is the name in brackets. */
function processGroupOf(processId: number): number {
  const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
}
