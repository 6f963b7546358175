import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTables } from '../../src/adapters/engine/ddl/make-tables.ts';
import { ENGINE_HEADER, readEngineHeader } from '../../src/adapters/engine/engine-header.ts';
import { engineSecrets } from '../../src/adapters/engine/engine-secrets.ts';
import { queryOf } from '../fixtures/engine-query.ts';
import { rowsOf } from '../fixtures/engine-rows-of.ts';
import { runCommandHere } from '../fixtures/run-command-here.ts';
import {
  callFront,
  ENGINE_SECRET,
  type EngineProcess,
  engineAt,
  startEngineProcess,
} from '../fixtures/start-engine-process.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

// [ENG-14.1] to [ENG-14.5]: `sluice engine` from outside.

const SECRETS = engineSecrets(ENGINE_SECRET);
const ROW = {
  table: 'cohort_members',
  columns: ['project_id', 'cohort_id', 'distinct_id'],
  format: 'JSONCompactEachRow',
} as const;

let folder: string;
let engine: EngineProcess;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'sluice-test-'));
  engine = await startEngineProcess({ folder });
});
afterAll(async () => {
  expect(await engine.stop()).toBe(0);
  rmSync(folder, { recursive: true, force: true });
});

describe('[ENG-14.2]: who may speak to it', () => {
  test('a stranger learns nothing but that it is one', async () => {
    const strangers = [
      await callFront(engine.url, ['writer', null], { body: 'SELECT 1' }),
      await callFront(engine.url, ['writer', engineSecrets('x'.repeat(40))], { body: 'SELECT 1' }),
      await callFront(engine.url, ['writer', { ...SECRETS, writer: SECRETS.reader }], { body: 'SELECT 1' }),
      await callFront(engine.url, ['reader', { ...SECRETS, reader: ENGINE_SECRET }], { path: '/ping' }),
    ];
    for (const answer of strangers) {
      expect(answer.status).toBe(403);
      expect(answer.headers.has(ENGINE_HEADER)).toBe(false);
    }
    const health = await callFront(engine.url, ['reader', null], { path: '/ping' });
    expect([health.status, await health.text(), health.headers.has(ENGINE_HEADER)]).toEqual([
      200,
      'Ok.\n',
      false,
    ]);
  });

  test('who knows a secret is told what answers', async () => {
    for (const user of ['reader', 'writer'] as const) {
      const answer = await callFront(engine.url, [user, SECRETS], { path: '/ping' });
      expect(answer.status).toBe(200);
      expect(readEngineHeader(answer.headers.get(ENGINE_HEADER) ?? '')).toMatchObject({
        schema: 1,
        shards: 1,
      });
    }
    const refused = await callFront(engine.url, ['writer', SECRETS], { body: 'SELECT 1' });
    expect(refused.headers.has(ENGINE_HEADER)).toBe(true);
  });

  test('more than ten wrong secrets in a second are met with silence, and nobody else is held up', async () => {
    const wrong = engineSecrets('y'.repeat(40));
    const guess = () =>
      callFront(engine.url, ['writer', wrong], { path: '/ping' }).then(
        ({ status }) => status,
        () => 'silence',
      );
    const [guesses, known] = await Promise.all([
      Promise.all(Array.from({ length: 200 }, guess)),
      callFront(engine.url, ['reader', SECRETS], { path: '/ping' }),
    ]);
    expect(new Set(guesses)).toEqual(new Set([403, 'silence']));
    expect(known.status).toBe(200);
    await expect.poll(guess).toBe(403);
  });
});

describe('[ENG-14.4]: what a writer may send', () => {
  test.each(["SELECT file('/etc/passwd')", "SELECT 1 INTO OUTFILE '/tmp/x'", 'SYSTEM SHUTDOWN'])(
    '%s is refused',
    async (body) => {
      const answer = await callFront(engine.url, ['writer', SECRETS], { body });
      expect(answer.status).toBe(500);
      expect(answer.headers.get('x-clickhouse-exception-code')).toBe('497');
      expect(await answer.text()).not.toContain('root');
    },
  );

  test('a body over the limit is refused', async () => {
    const body = 'x'.repeat(257 * 1024 * 1024);
    const answer = await callFront(engine.url, ['writer', SECRETS], { body }).then(
      ({ headers }) => headers.get('x-clickhouse-exception-code'),
      () => 'cut off',
    );
    expect(['396', 'cut off']).toContain(answer);
  });
});

test('[ENG-14.5]: a statement whose deadline is over does nothing', async () => {
  const service = engineAt(engine.url);
  await makeTables(service);
  const insert = (name: string, deadlineMs: number | string) =>
    callFront(engine.url, ['writer', SECRETS], {
      path: `/?query=${encodeURIComponent('INSERT INTO app.cohort_members (project_id, cohort_id, distinct_id) FORMAT JSONCompactEachRow')}`,
      body: `[5,1,"${name}"]`,
      headers: { 'x-sluice-deadline': String(deadlineMs) },
    });
  const late = await insert('late', Date.now() - 1);
  expect([late.status, late.headers.get('x-clickhouse-exception-code')]).toEqual([500, '236']);
  expect((await insert('no time', 'soon')).status).toBe(500);
  expect((await insert('in time', Date.now() + 60_000)).status).toBe(200);
  await service.ensureProject(5);
  const rows = await service.query(queryOf('SELECT distinct_id FROM app.cohort_members', { projectId: 5 }));
  expect(rowsOf(rows)).toEqual([['in time']]);
  await service.close();
});

describe('[ENG-14.1]: the process', () => {
  test('is ready again within two seconds after a kill of its child, on the same port, with its rows', async () => {
    const service = engineAt(engine.url);
    await makeTables(service);
    await service.ensureProject(1);
    await service.insert({ ...ROW, body: Buffer.from('[1,1,"kept"]') });
    const read = () => service.query(queryOf('SELECT distinct_id FROM app.cohort_members')).then(rowsOf);
    expect(await read()).toEqual([['kept']]);
    engine.killChild();
    await expect.poll(() => service.ping()).toBe(false);
    await expect.poll(read, { interval: 20, timeout: 20_000 }).toEqual([['kept']]);
    await service.close();
  });

  test('has the next child waiting, which takes its place and ends with it', async () => {
    const own = await startEngineProcess();
    for (let round = 0; round < 2; round += 1) {
      const first = own.childId();
      await expect.poll(() => own.children().length, PATIENT).toBe(2);
      const [waiting] = own.children().filter((id) => id !== first);
      own.killChild();
      await expect.poll(() => own.childId(), PATIENT).toBe(waiting);
    }
    // One that ends while it waits is not missed.
    await expect.poll(() => own.children().length, PATIENT).toBe(2);
    const [gone = 0] = own.children().filter((id) => id !== own.childId());
    process.kill(gone, 'SIGKILL');
    await expect.poll(() => own.children(), PATIENT).toEqual([own.childId()]);
    const last = own.childId();
    own.killChild();
    await expect.poll(() => own.childId(), PATIENT).not.toBe(last);
    await expect.poll(() => own.children().length, PATIENT).toBe(2);
    const left = own.children();
    expect(await own.stop()).toBe(0);
    await expect.poll(() => left.filter(isRunning), PATIENT).toEqual([]);
  });

  test('is the only one on its folder, and says so in one sentence', async () => {
    const { exitCode, stderr } = await runCommandHere(['engine', '--data-dir', folder, '--port', '0']);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^The data folder \S+ is in use by another Sluice process \(pid \d+\)\. [^\n]+\n$/,
    );
  });

  test('makes a secret that only its owner may read, and keeps it', async () => {
    const own = temporaryFolder();
    const first = await startEngineProcess({ folder: own, secret: null });
    const file = path.join(own, 'engine-credentials.json');
    const { secret } = JSON.parse(readFileSync(file, 'utf8'));
    expect(secret.length).toBeGreaterThanOrEqual(32);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(first.output()).not.toContain(secret);
    const ping = async ({ url }: EngineProcess) =>
      (await callFront(url, ['reader', engineSecrets(secret)], { path: '/ping' })).status;
    expect(await ping(first)).toBe(200);
    expect(await first.stop()).toBe(0);
    const second = await startEngineProcess({ folder: own, secret: null });
    expect(await ping(second)).toBe(200);
    expect(await second.stop()).toBe(0);
  });

  test('takes no short secret', async () => {
    const args = ['engine', '--data-dir', temporaryFolder(), '--engine-secret', 'short'];
    const { exitCode, stderr } = await runCommandHere(args);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('SLUICE_ENGINE_SECRET: must have at least 32'),
    ]);
  });
});

describe('[ENG-14.3]: beyond loopback', () => {
  test('it listens with TLS alone, and says how', async () => {
    const own = path.join(temporaryFolder(), 'engine');
    const args = ['engine', '--data-dir', own, '--host', '0.0.0.0', '--port', '0'];
    const { exitCode, stderr } = await runCommandHere(args);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/SLUICE_ENGINE_TLS_CERTIFICATE.*--insecure-network/),
    ]);
    expect(existsSync(own)).toBe(false);
    const sharded = await runCommandHere([...args, '--insecure-network', '--shards', '2']);
    expect([sharded.exitCode, sharded.stderr]).toEqual([
      1,
      expect.stringContaining('Two shards are for tests'),
    ]);
    const half = await runCommandHere([...args, '--engine-tls-key', 'x']);
    expect([half.exitCode, half.stderr]).toEqual([1, expect.stringContaining('belong together')]);
    const none = await runCommandHere([...args, '--engine-tls-key', 'x', '--engine-tls-certificate', 'x']);
    expect([none.exitCode, none.stderr]).toEqual([
      1,
      expect.stringContaining('are no certificate with its key'),
    ]);
  });

  test('or where the operator says that nobody else listens', async () => {
    const own = await startEngineProcess({ args: ['--host', '0.0.0.0', '--insecure-network'] });
    const url = own.url.replace('0.0.0.0', '127.0.0.1');
    expect((await callFront(url, ['reader', SECRETS], { path: '/ping' })).status).toBe(200);
    expect(await own.stop()).toBe(0);
  });

  test('with TLS the certificate is that of the setting, also after a restart', async () => {
    const keys = temporaryFolder();
    const files = { certificate: path.join(keys, 'cert.pem'), key: path.join(keys, 'key.pem') };
    const request = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
    ];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
    execFileSync('openssl', [...request, ...subject, '-keyout', files.key, '-out', files.certificate], {
      stdio: 'ignore',
    });
    const args = [
      '--host',
      '0.0.0.0',
      '--engine-tls-certificate',
      files.certificate,
      '--engine-tls-key',
      files.key,
    ];
    const own = await startEngineProcess({ args });
    const url = own.url.replace('0.0.0.0', '127.0.0.1');
    expect(url).toMatch(/^https:/);
    const ca = readFileSync(files.certificate);
    expect(await pingByTls(url, ca)).toEqual([200, expect.stringContaining('schema=1')]);
    await expect(pingByTls(url)).rejects.toThrow(/self-signed/);
    own.killChild();
    await expect.poll(() => pingByTls(url, ca).catch(() => []), { timeout: 20_000 }).toContain(200);
    expect(await own.stop()).toBe(0);
  });
});

function pingByTls(url: string, ca?: Buffer): Promise<readonly unknown[]> {
  const headers = { 'x-clickhouse-user': 'reader', 'x-clickhouse-key': SECRETS.reader };
  return new Promise((resolve, reject) => {
    https
      .get(new URL('/ping', url), { headers, agent: false, ...(ca !== undefined && { ca }) }, (response) => {
        response.resume();
        resolve([response.statusCode, response.headers[ENGINE_HEADER]]);
      })
      .once('error', reject);
  });
}

const PATIENT = { timeout: 30_000, interval: 20 };

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}
