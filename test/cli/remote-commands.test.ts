import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runCommandHere } from '../fixtures/run-command-here.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const MAIN = resolve(import.meta.dirname, '../../src/main.ts');

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

async function run(
  args: readonly string[],
  environment?: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const { exitCode, stdout, stderr } = await runCommandHere(args, environment);
  return { code: exitCode, out: stdout, err: stderr };
}

/** The same with the data folder of the service, which knows its address and root key. */
const sluice = (...args: readonly string[]): Promise<Outcome> =>
  run([...args, '--data-dir', service.dataDir]);

test('warnings are printed beside the answer', async () => {
  await service.capture([{ event: 'seen', distinct_id: 'u', properties: { plan: 'pro' } }]);
  const sql = 'select properties.plam from events';
  const { code, err } = await sluice('endpoints', 'create', 'warned', '--sql', sql);
  expect({ code, err }).toEqual({
    code: 0,
    err: 'warning: No property "plam" of events came in so far; until then it is read as text. Did you mean "plan"?\n',
  });
  expect((await sluice('endpoints', 'delete', 'warned')).code).toBe(0);
});

test('endpoints are created, listed, shown, run and deleted', async () => {
  const sql = 'select arrayJoin([1, 2]) as n, {variables.word} as word, 9007199254740993 as large';
  expect(
    await sluice('endpoints', 'create', 'words', '--sql', sql, '--description', 'Says a word'),
  ).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^name +words\ncurrent_version +1\nurl +http.*\/endpoints\/words\/run\n/),
  });
  expect((await sluice('endpoints', 'list', '--search', 'word')).out).toMatch(
    /^NAME +IS_ACTIVE +CURRENT_VERSION .*\nwords +true +1 .* Says a word\n$/,
  );
  expect((await sluice('endpoints', 'get', 'words')).out).toContain('"kind":"HogQLQuery"');
  expect(await sluice('endpoints', 'run', 'words', '--var', 'word=hey you')).toEqual({
    code: 0,
    err: '',
    out: 'N  WORD     LARGE\n1  hey you  9007199254740993\n2  hey you  9007199254740993\n',
  });
  const csv = await sluice('endpoints', 'run', 'words', '--var', 'word="5"', '--format', 'csv');
  expect(csv.out.split('\r\n').slice(0, 2)).toEqual(['"n","word","large"', '1,"5",9007199254740993']);
  const json = await sluice('endpoints', 'run', 'words', '--var', 'word=a', '--json');
  expect(JSON.parse(json.out)).toMatchObject({ name: 'words', hasMore: false });
  expect(JSON.parse((await sluice('openapi', 'words')).out)).toMatchObject({ info: { title: 'words' } });
  expect(await sluice('endpoints', 'delete', 'words')).toEqual({ code: 0, out: '', err: '' });
  expect(JSON.parse((await sluice('endpoints', 'list', '--json')).out)).toMatchObject({ count: 0 });
});

test('what an event holds does not steer the terminal', async () => {
  const sql = "select {variables.text} as a, 'two\\nlines' as b";
  await sluice('endpoints', 'create', 'steering', '--sql', sql);
  const { out } = await sluice('endpoints', 'run', 'steering', '--var', 'text="\\u001b[2J"');
  expect(out).toBe('A     B\n\uFFFD[2J  two lines\n');
});

test('as a process: its exit code, and a reader that goes away', async () => {
  const env = { ...process.env, SLUICE_URL: service.url, SLUICE_KEY: service.rootKey };
  const child = spawn(process.execPath, [MAIN, 'openapi'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const err: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  const [code] = await once(child, 'close');
  expect([code, Buffer.concat(err).toString()]).toEqual([0, '']);
  const refused = spawn(process.execPath, [MAIN, 'endpoints', 'get', 'absent'], { env, stdio: 'ignore' });
  expect(await once(refused, 'close')).toEqual([2, null]);
});

test('an insight comes from a file, and is shown as a table', async () => {
  const file = join(temporaryFolder(), 'query.json');
  writeFileSync(file, '{"kind": "TrendsQuery", "series": [{"kind": "EventsNode", "event": "x"}]}');
  expect(await sluice('endpoints', 'create', 'trend', '--file', file)).toMatchObject({ code: 0 });
  const { out } = await sluice('endpoints', 'run', 'trend', '--override', 'dateRange={"date_from":"-1d"}');
  expect(out).toMatch(/^ORDER +LABEL +.*BUCKET +VALUE\n0 +x .* 0\n/);
  expect(out.trim().split('\n')).toHaveLength(3);
  const wide = await sluice('endpoints', 'run', 'trend', '--override', 'interval=week', '--json');
  expect(JSON.parse(wide.out)).toMatchObject({ results: [{ label: 'x' }] });
  await sluice('endpoints', 'delete', 'trend');
});

test('a run takes filters and a version', async () => {
  await service.capture([
    { event: 'bought', distinct_id: 'a', properties: { plan: 'pro', price: 7 } },
    { event: 'bought', distinct_id: 'a', properties: { plan: 'free', price: 0 } },
  ]);
  await sluice(
    'endpoints',
    'create',
    'sales',
    '--sql',
    "select count() as n from events where event = 'bought'",
  );
  const changed = await sluice(
    'endpoints',
    'update',
    'sales',
    '--sql',
    'select 0 as none from events limit 1',
  );
  expect(changed).toMatchObject({ code: 0, out: expect.stringMatching(/current_version +2\n/) });
  const run = (...args: readonly string[]) => sluice('endpoints', 'run', 'sales', '--version', '1', ...args);
  expect((await run()).out).toBe('N\n2\n');
  expect((await run('--filter', 'plan=pro')).out).toBe('N\n1\n');
  const dear = '{"key": "price", "type": "event", "operator": "gte", "value": 0}';
  expect((await run('--filter', dear)).out).toBe('N\n2\n');
  expect((await run('--filter', dear, '--filter', 'plan=none')).out).toBe('N\n0\n');
  expect(await run('--filter', '{"key"')).toMatchObject({ code: 1 });
  expect((await sluice('endpoints', 'versions', 'sales')).out).toMatch(
    /^VERSION +IS_CURRENT .*\n2 +true .*\n1 +false /,
  );
  expect((await sluice('endpoints', 'rollback', 'sales', '1')).out).toMatch(/current_version +3\n/);
  expect((await sluice('endpoints', 'run', 'sales')).out).toBe('N\n2\n');
  // The log is written behind the answers.
  await vi.waitFor(async () => {
    const logs = await sluice('endpoints', 'logs', 'sales', '--limit', '2');
    expect(logs.out).toMatch(/^STARTED_AT +STATUS .*\n.* 200 .*\n.*\n$/);
  });
  const runsIn = async (...flags: readonly string[]) => {
    const { code, out } = await sluice('endpoints', 'logs', 'sales', '--json', ...flags);
    expect(code).toBe(0);
    return JSON.parse(out).results as readonly { version: number; key_id: string }[];
  };
  const [{ key_id = '' } = {}] = await runsIn('--limit', '1');
  const ofFirst = await runsIn('--version', '1');
  expect([ofFirst.length, new Set(ofFirst.map(({ version }) => version))]).toEqual([4, new Set([1])]);
  expect((await runsIn('--key-id', key_id)).length).toBe((await runsIn()).length);
  expect(await runsIn('--key-id', 'nobody')).toEqual([]);
  expect(await runsIn('--subject', 'nobody')).toEqual([]);
  expect(await runsIn('--signing-key', `slk_${'0'.repeat(32)}`)).toEqual([]);
  const usage = (...args: readonly string[]) => sluice('endpoints', 'usage', 'sales', ...args);
  expect((await usage()).out).toMatch(/^after .*\nbefore .*\nruns +\d+\n/);
  expect((await usage('--interval', 'day')).out).toMatch(/^START +RUNS .* P95_MS\n/);
  expect((await usage('--interval', 'hour', '--by', 'key')).out).toMatch(/^START +KEY_ID +RUNS .*\n.+\n/);
  expect(await usage('--interval', 'eon')).toMatchObject({ code: 2 });
  expect(
    (await sluice('endpoints', 'logs', 'sales', '--level', 'error')).out.trim().split('\n'),
  ).toHaveLength(1);
});

test('an endpoint is changed and built', async () => {
  await sluice('endpoints', 'create', 'built', '--sql', 'select count() as n from events');
  const more = ['--cache-age', '900', '--description', 'All events', '--materialized', 'true'];
  expect(await sluice('endpoints', 'update', 'built', ...more)).toMatchObject({ code: 0, err: '' });
  const { cache_age_seconds, description, is_materialized } = JSON.parse(
    (await sluice('endpoints', 'get', 'built', '--json')).out,
  );
  expect([cache_age_seconds, description, is_materialized]).toEqual([900, 'All events', true]);
  expect((await sluice('endpoints', 'materialize', 'built', '--wait')).out).toMatch(/\nstate +Completed\n/);
  expect(await sluice('endpoints', 'update', 'built', '--active', 'false')).toMatchObject({ code: 0 });
  expect(await sluice('endpoints', 'run', 'built')).toMatchObject({ code: 2 });
  expect(await sluice('endpoints', 'update', 'built', '--cache-age', 'default')).toMatchObject({
    code: 0,
    err: '',
  });
  expect(await sluice('endpoints', 'update', 'built')).toMatchObject({
    code: 1,
    err: 'Say what to change; --help lists it.\n',
  });
  expect(await sluice('endpoints', 'update', 'built', '--active', 'yes')).toMatchObject({ code: 1 });
});

test('keys are created, listed, rolled and revoked, and used by --key and by the environment', async () => {
  const made = JSON.parse((await sluice('keys', 'create', 'ci', '--scopes', 'endpoint:read', '--json')).out);
  expect((await sluice('keys', 'list')).out).toMatch(/\nroot|ID +LABEL/);
  const address = ['--url', service.url];
  expect(await run(['endpoints', 'list', ...address, '--key', made.value])).toMatchObject({ code: 0 });
  const rolled = await sluice('keys', 'roll', made.id);
  const value = /value +(slp_\w+)/.exec(rolled.out)?.[1] ?? '';
  const environment = { SLUICE_URL: service.url, SLUICE_KEY: value, SLUICE_PROJECT: '1' };
  expect(await run(['endpoints', 'list'], environment)).toMatchObject({ code: 0 });
  expect(await run(['endpoints', 'list', ...address, '--key', made.value])).toMatchObject({ code: 2 });
  expect(await sluice('keys', 'revoke', made.id)).toMatchObject({ code: 0 });
  expect(await run(['endpoints', 'list'], environment)).toMatchObject({
    code: 2,
    err: expect.stringContaining('authentication_failed'),
  });
});

test('the origins of a project are set, and a wildcard is refused', async () => {
  const origins = ['https://app.acme.com', 'http://localhost:3000'];
  const set = await sluice('projects', 'update', '1', '--allowed-origins', origins.join(','), '--json');
  expect(JSON.parse(set.out)).toMatchObject({ id: 1, allowed_origins: origins });
  expect(await sluice('projects', 'update', '--allowed-origins', '*')).toMatchObject({
    code: 2,
    err: expect.stringContaining('no wildcard'),
  });
  const none = await sluice('projects', 'update', '--allowed-origins', 'none', '--json');
  expect(JSON.parse(none.out)).toMatchObject({ name: 'Default project', allowed_origins: [] });
});

// [SPEC-7.14.8]
test('usage of a project has a line for each endpoint or key', async () => {
  await sluice('endpoints', 'create', 'counted', '--sql', 'select 1 as one');
  await sluice('endpoints', 'run', 'counted');
  const lines = async (...flags: string[]) => (await sluice('projects', 'usage', ...flags)).out;
  await vi.waitFor(async () => expect(await lines()).toMatch(/^ENDPOINT +RUNS +ERRORS (.*\n)+counted +1 /), {
    timeout: 10_000,
  });
  expect(await lines('1', '--by', 'key')).toMatch(/^KEY_ID +RUNS .*\n[0-9a-f-]{36} +\d/);
  expect(await sluice('projects', 'usage', '--by', 'person')).toMatchObject({
    code: 2,
    err: expect.stringContaining('by'),
  });
});

test('projects are created, listed and shown', async () => {
  const made = await sluice('projects', 'create', 'Web shop', '--timezone', 'Europe/Berlin');
  expect(made.out).toMatch(/name +Web shop\ntimezone +Europe\/Berlin\napi_token +slc_/);
  expect((await sluice('projects', 'list')).out).toMatch(/\n2 +Web shop +Europe\/Berlin /);
  expect(JSON.parse((await sluice('projects', 'get', '--project', '2', '--json')).out)).toMatchObject({
    id: 2,
  });
  expect((await sluice('openapi')).out).toContain('"openapi":"3.1.0"');
});

describe('exit codes and messages', () => {
  test.each([
    [
      'an unknown command',
      ['endpoint'],
      1,
      /unknown command 'endpoint'\n\(Did you mean endpoints\?\)\nRun with --help/,
    ],
    [
      'one of a group',
      ['endpoints', 'lst'],
      1,
      /unknown command 'lst'\n\(Did you mean list\?\)\nRun with --help/,
    ],
    ['an unknown option', ['endpoints', 'list', '--serch', 'x'], 1, /\(Did you mean --search\?\)/],
    ['a version that is none', ['endpoints', 'rollback', 'x', 'one'], 1, /"one" is not a whole number/],
    ['an argument too few', ['endpoints', 'get'], 1, /missing required argument 'name'/],
    ['no query', ['endpoints', 'create', 'x'], 1, /--sql or by --file/],
    ['a file that is no JSON', ['endpoints', 'create', 'x', '--file', MAIN], 1, /main\.ts: /],
    [
      'an id that is none',
      ['keys', 'create', 'x', '--scopes', '*', '--projects', 'a'],
      1,
      /not a whole number/,
    ],
    ['an address that is none', ['projects', 'list', '--url', 'here'], 1, /^The address here must be like/],
    ['a key that is none', ['projects', 'list', '--key', 'a\nb'], 1, /^The key contains characters/],
    ['a variable without value', ['endpoints', 'run', 'x', '--var', 'a'], 1, /Expected name=value/],
    [
      'an absent endpoint',
      ['endpoints', 'get', 'absent'],
      2,
      /^not_found: .*\nhttp.*\/docs\/errors#not_found\n$/,
    ],
    [
      'a broken query',
      ['endpoints', 'create', 'x', '--sql', 'select nope from events'],
      2,
      /^unknown_field: .*\n {2}line 1, column 8\n {2}select nope from events\n {9}\^{4}\nhttp.*unknown_field\n$/,
    ],
  ])('%s', async (_, args, code, message) => {
    const outcome = await sluice(...args);
    expect(outcome).toMatchObject({ code, out: '', err: expect.stringMatching(message) });
  });

  test('credentials that cannot be read, of which nothing is shown', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'initial-credentials.json'), '{"root_key": slp_secret');
    const { code, err } = await run(['projects', 'list', '--data-dir', folder]);
    expect([code, err]).toEqual([1, expect.stringContaining('cannot be read as credentials')]);
    expect(err).not.toContain('slp_secret');
  });

  test('no key and no service', async () => {
    const folder = temporaryFolder();
    expect(await run(['projects', 'list', '--data-dir', folder])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^No key: use --key, set SLUICE_KEY/),
    });
    const unreachable = ['projects', 'list', '--url', 'http://127.0.0.1:1', '--key', 'slp_x'];
    expect(await run(unreachable)).toMatchObject({
      code: 3,
      err: expect.stringMatching(/^No service answers at http:\/\/127\.0\.0\.1:1 \(/),
    });
  });
});

test('sluice --version is that of the package', async () => {
  const { version } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'));
  expect(await run(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

test('every command has help with examples, and settings can be had as JSON', async () => {
  for (const args of [
    ['endpoints', 'run'],
    ['keys', 'create'],
    ['console'],
    ['projects', 'list'],
    ['openapi'],
    ['doctor'],
  ]) {
    const { code, out } = await run([...args, '--help']);
    expect(code).toBe(0);
    expect(out).toContain(`Examples:\n  sluice ${args.join(' ')}`);
    expect(out).toContain('--json');
  }
  const config = JSON.parse((await run(['config', '--json'])).out);
  expect(config).toContainEqual(expect.objectContaining({ environmentName: 'SLUICE_PORT', value: 8700 }));
});

test('persons are listed, shown and deleted', async () => {
  const properties = { $set: { email: 'zoe@example.org' } };
  await service.capture([
    { event: 'seen', distinct_id: 'zoe', properties, timestamp: '2026-01-01T00:00:00Z' },
  ]);
  expect((await sluice('persons', 'list', '--search', 'zoe@')).out).toMatch(
    /^ID +NAME +DISTINCT_IDS +CREATED_AT\n[0-9a-f-]{36} +zoe@example.org +\["zoe"\] +2026-01-01T00:00:00Z\n$/,
  );
  const byId = JSON.parse(
    (await sluice('persons', 'list', '--distinct-id', 'zoe', '--limit', '1', '--json')).out,
  );
  expect(byId).toMatchObject({ count: 1, results: [{ distinct_ids: ['zoe'] }] });
  expect((await sluice('persons', 'get', 'zoe')).out).toMatch(/first_event +2026-01-01T00:00:00Z\n/);
  expect(await sluice('persons', 'delete', 'zoe')).toEqual({ code: 0, out: '', err: '' });
  expect((await sluice('persons', 'get', byId.results[0].id)).code).toBe(2);
  expect((await sluice('persons', 'list', '--help')).out).toContain('sluice persons list --search ada');
});
