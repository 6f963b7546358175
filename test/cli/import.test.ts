import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { runCommandHere } from '../fixtures/run-command-here.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// [CAP-7.5].

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await startTestService();
  folder = mkdtempSync(path.join(os.tmpdir(), 'sluice-test-'));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: readonly string[]) =>
  runCommandHere(['import', ...args, '--project', '1', '--data-dir', service.dataDir]);

async function rows(query: string): Promise<unknown> {
  const answer = await service.call('POST', 'query', { body: { query: { kind: 'HogQLQuery', query } } });
  return answer.json.results;
}

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

test('a csv file by a mapping, first dry, through the service that runs on the data folder', async () => {
  const csv = write(
    'orders.csv',
    'what,who,at,price\nBought,ada,2025-06-01T10:00:00Z,9.5\n,ada,2025-06-01T11:00:00Z,1\n',
  );
  const mapping = write('orders.yaml', 'event: what\ndistinct_id: who\ntimestamp: at\nproperties: [price]\n');
  const args = [csv, '--format', 'csv', '--mapping', mapping];
  const dry = await run(...args, '--dry-run');
  expect(dry.exitCode, dry.stderr).toBe(0);
  expect(dry.stdout).toContain('2 rows read, 1 would be inserted, 0 there before, 1 rejected');
  expect(dry.stdout).toContain('"event":"Bought","distinct_id":"ada"');
  expect(await rows("select count() from events where event = 'Bought'")).toEqual([[0]]);
  const real = await run(...args);
  expect(real.stdout).toContain('2 rows read, 1 inserted, 0 there before, 1 rejected');
  expect(await rows("select distinct_id, properties.price from events where event = 'Bought'")).toEqual([
    ['ada', 9.5],
  ]);
  const [rejected = ''] = readFileSync(`${csv}.rejected.jsonl`, 'utf8').split('\n');
  expect(JSON.parse(rejected)).toMatchObject({ row_number: 2, reason: 'missing_event_name' });
  const failing = await run(...args, '--on-error', 'fail');
  expect(failing.exitCode).toBe(2);
  expect(failing.stderr).toContain('The import failed: Row 2 is not an event: missing_event_name.');
});

test('a run that rejected every row exits 2, also when it is dry; one row of one file is enough', async () => {
  const untimed = write('untimed.jsonl', `${'{"event":"e","distinct_id":"a"}\n'.repeat(2)}`);
  const timed = write(
    'timed.jsonl',
    '{"event":"timed","distinct_id":"a","timestamp":"2025-06-01T10:00:00Z"}\n',
  );
  for (const more of [[], ['--dry-run']]) {
    const { exitCode, stdout, stderr } = await run(untimed, untimed, ...more);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('Every row was rejected: none is an event.');
    expect(stdout).toContain('2 rejected');
  }
  const [rejected = ''] = readFileSync(`${untimed}.rejected.jsonl`, 'utf8').split('\n');
  expect(JSON.parse(rejected)).toMatchObject({ row_number: 1, reason: 'missing_timestamp' });
  expect((await run(untimed, timed)).exitCode).toBe(0);
});

test('a mapping of a column that is not there: nothing is taken, the nearest name is told', async () => {
  const csv = write('at.csv', 'what,who,at\nBought,ada,2025-06-01T10:00:00Z\n');
  const mapping = write('at.yaml', 'event: what\ndistinct_id: who\ntimestamp: ats\n');
  const { exitCode, stderr } = await run(csv, '--format', 'csv', '--mapping', mapping);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('timestamp names "ats", which no row of the file has. Did you mean "at"?');
});

test('the same without a service: a sentence and 2, no stack', async () => {
  const earlier = await startTestService();
  await earlier.close({ keepData: true });
  onTestFinished(() => rmSync(earlier.dataDir, { recursive: true, force: true }));
  const untimed = write('local.jsonl', '{"event":"e","distinct_id":"a"}\n');
  const here = (...args: readonly string[]) =>
    runCommandHere(['import', untimed, ...args, '--project', '1', '--data-dir', earlier.dataDir]);
  expect(await here()).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('Every row was rejected'),
  });
  const failed = await here('--on-error', 'fail');
  expect(failed.exitCode).toBe(2);
  expect(failed.stderr).toContain('The import failed: Row 1 is not an event: missing_timestamp.');
});

test('a mapping that is none is explained', async () => {
  const mapping = write('wrong.yaml', 'event: [1]\nidentity: who\n');
  const { exitCode, stderr } = await run(mapping, '--format', 'csv', '--mapping', mapping);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('is not a mapping');
  expect(stderr).toContain('distinct_id');
  expect(stderr).toContain('identity');
});

test('the history of a repository: commits and tags, authors hashed unless they are asked for', async () => {
  const repository = path.join(folder, 'project');
  mkdirSync(path.join(repository, 'lib'), { recursive: true });
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', repository, '-c', 'user.name=Ada', '-c', 'user.email=ada@x.test', ...args], {
      env: {
        PATH: process.env['PATH'],
        GIT_COMMITTER_DATE: '2025-06-01T10:00:00Z',
        GIT_AUTHOR_DATE: '2025-06-01T12:00:00+02:00',
      },
    });
  git('init', '-q');
  writeFileSync(path.join(repository, 'lib', 'a.ts'), 'one\ntwo\n');
  git('add', '.');
  git('commit', '-qm', 'feat!: begin');
  git('tag', 'v1.2.0');
  const { exitCode, stdout } = await run(repository, '--format', 'git');
  expect([exitCode, stdout.includes('2 rows read, 2 inserted')], stdout).toEqual([0, true]);
  expect(
    await rows(`select event, distinct_id, timestamp, properties.lines_added, properties.kind, properties.level
      from events where event in ('commit', 'release') order by event`),
  ).toEqual([
    ['commit', expect.stringMatching(/^[0-9a-f]{16}$/), '2025-06-01T10:00:00.000000Z', 2, 'feat', null],
    ['release', 'repo:project', '2025-06-01T10:00:00.000000Z', null, null, 'minor'],
  ]);
  expect((await run(repository, '--format', 'git')).stdout).toContain('0 inserted, 2 there before');
  const none = await run(folder, '--format', 'git');
  expect([none.exitCode, none.stderr.includes('git cannot read')]).toEqual([1, true]);
});
