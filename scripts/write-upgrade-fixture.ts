// Packs a small data folder of a build, with something of everything, and what its exports print, for the tests of
// upgrades. Run: node scripts/write-upgrade-fixture.ts <file.tar.gz> [folder of the build, by default this one]
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const [target, build = path.resolve(import.meta.dirname, '..')] = process.argv.slice(2);
if (target === undefined)
  throw new Error('Name the file to write, such as test/fixtures/upgrade/0.2.0.tar.gz.');

const MAIN = path.join(build, 'src/main.ts');
const folder = mkdtempSync(path.join(tmpdir(), 'sluice-upgrade-'));
const data = path.join(folder, 'data');
const [service, url] = await start();
try {
  const { root_key: key, capture_token: token } = JSON.parse(
    readFileSync(path.join(data, 'initial-credentials.json'), 'utf8'),
  );
  await fill(key, token);
  await keepExports();
} finally {
  service.kill('SIGTERM');
  await once(service, 'exit');
}
writeFileSync(path.join(folder, 'made-at'), new Date().toISOString());
execFileSync('tar', ['-czf', path.resolve(target), '-C', folder, '.']);
rmSync(folder, { recursive: true });

async function start(): Promise<[ChildProcess, string]> {
  const started = spawn(process.execPath, [MAIN, 'start', '--data-dir', data, '--port', '0'], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: started.stdout })) {
    const address = /ready on (\S+)/.exec(line)?.[1];
    if (address !== undefined) return [started, address];
  }
  throw new Error('The service ended before it was ready.');
}

/** `test/upgrade/ask-endpoints.ts` says what is true of it. */
async function fill(key: string, token: string): Promise<void> {
  const call = async (method: string, target: string, body?: unknown): Promise<Record<string, string>> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(url + target, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${target} answers ${answer.status}: ${await answer.text()}`);
    // Border: only texts and numbers are looked for in it.
    return answer.status === 204 ? {} : ((await answer.json()) as Record<string, string>);
  };
  const send = (api_key: string, batch: readonly unknown[]) =>
    call('POST', '/batch/?wait=true', { api_key, batch });
  await send(token, [
    { event: 'page seen', distinct_id: 'anon-1', timestamp: '2026-01-05T09:00:00Z' },
    {
      event: '$identify',
      distinct_id: 'ada',
      timestamp: '2026-01-05T09:01:00Z',
      properties: { $anon_distinct_id: 'anon-1', $set: { plan: 'pro' } },
    },
    note('ada', '2026-01-05T09:02:00Z', { words: 120, $groups: { company: 'acme' } }),
    note('ada', '2026-01-06T10:00:00Z', { words: 80 }),
    note('bob', '2026-01-06T11:00:00Z', { words: 10, $set: { plan: 'free' } }),
    note('bob-phone', '2026-01-07T12:00:00Z', { words: 5, $set: { seats: 3 } }),
    note('eve', '2026-01-07T13:00:00Z', { words: 1, internal: 'yes' }),
    {
      event: '$groupidentify',
      distinct_id: 'ada',
      timestamp: '2026-01-07T14:00:00Z',
      properties: { $group_type: 'company', $group_key: 'acme', $group_set: { name: 'Acme' } },
    },
  ]);
  // Of two identified persons: their events keep the old id, and an override says whose they are.
  await send(token, [
    {
      event: '$merge_dangerously',
      distinct_id: 'bob',
      timestamp: '2026-01-07T15:00:00Z',
      properties: { alias: 'bob-phone' },
    },
  ]);
  const second = await call('POST', '/api/projects', { name: 'Second', timezone: 'Europe/Berlin' });
  await send(String(second['api_token']), [note('cleo', '2026-01-05T23:30:00Z', { words: 7 })]);
  await call('PATCH', '/api/projects/1', {
    test_account_filters: [{ type: 'event', key: 'internal', operator: 'is_not', value: 'yes' }],
  });
  await call('PATCH', '/api/projects/1/property_definitions/person/seats', { property_type: 'String' });
  const action = await call('POST', '/api/projects/1/actions', {
    name: 'long note',
    steps: [
      { event: 'note created', properties: [{ type: 'event', key: 'words', operator: 'gt', value: 50 }] },
    ],
  });
  const cohort = await call('POST', '/api/projects/1/cohorts', { name: 'invited', is_static: true });
  await call('POST', `/api/projects/1/cohorts/${cohort['id']}/members`, { distinct_ids: ['bob', 'nobody'] });
  await addEndpoints(call, Number(action['id']));
}

type Call = (method: string, target: string, body?: unknown) => Promise<Record<string, string>>;

async function addEndpoints(call: Call, actionId: number): Promise<void> {
  const make = (name: string, query: unknown, more: object = {}) =>
    call('POST', '/api/projects/1/endpoints', { name, query, ...more });
  const sql = (query: string) => ({ kind: 'HogQLQuery', query });
  const trends = {
    kind: 'TrendsQuery',
    interval: 'day',
    dateRange: { date_from: '2026-01-05', date_to: '2026-01-07' },
  };
  await make('words-by-plan', sql('select 1 as one'), { tags: ['billing', 'weekly'] });
  await call('PATCH', '/api/projects/1/endpoints/words-by-plan', {
    query: sql(
      "select person.properties.plan as plan, count() as notes, sum(properties.words) as words from events where event = 'note created' group by plan order by words desc",
    ),
  });
  await make(
    'words-of',
    sql('select sum(properties.words) as words from events where person.properties.plan = {variables.plan}'),
    { variables: { plan: { type: 'String', required: true } } },
  );
  await make('notes-by-day', {
    ...trends,
    filterTestAccounts: true,
    series: [{ kind: 'EventsNode', event: 'note created' }],
  });
  await make('long-notes', { ...trends, series: [{ kind: 'ActionsNode', id: actionId }] });
  await make(
    'words-by-day',
    sql(
      "select toDate(timestamp) as day, sum(properties.words) as words from events where event = 'note created' group by day order by day",
    ),
    { is_materialized: true },
  );
  await call('POST', '/api/projects/1/endpoints/words-by-day/materialize?wait=true');
  await make('gone', sql('select 2 as two'));
  await call('DELETE', '/api/projects/1/endpoints/gone');
  await call('POST', '/api/projects/1/endpoints/words-by-plan/run', {});
}

function note(distinct_id: string, timestamp: string, properties: object) {
  return { event: 'note created', distinct_id, timestamp, properties };
}

async function keepExports(): Promise<void> {
  const sluice = (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, [MAIN, ...args, '--data-dir', data, '--url', url], {
      env: { PATH: process.env['PATH'] },
    });
  for (const project of ['1', '2'])
    await sluice('export', path.join(folder, `project-${project}.jsonl`), '--project', project);
  const { stdout } = await sluice('endpoints', 'list', '--json');
  writeFileSync(path.join(folder, 'endpoints-1.json'), stdout);
}
