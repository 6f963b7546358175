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

const GOOD = 'event: what\ndistinct_id: who\ntimestamp: at\n';

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

test('a file without an event exits 2 with one sentence, also when it is dry', async () => {
  const untimed = write('untimed.jsonl', `${'{"event":"e","distinct_id":"a"}\n'.repeat(2)}`);
  const timed = write(
    'timed.jsonl',
    '{"event":"timed","distinct_id":"a","timestamp":"2025-06-01T10:00:00Z"}\n',
  );
  for (const more of [[], ['--dry-run']]) {
    const { exitCode, stdout, stderr } = await run(untimed, untimed, ...more);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('Row 1 is not an event: missing_timestamp. It has no "timestamp".');
    expect(stderr).toContain('None of the first 2 rows is one.');
    expect(stdout).not.toContain('rejected');
  }
  expect((await run(timed)).exitCode).toBe(0);
});

test('a mapping of a column that is not there: nothing is taken, the nearest name is told', async () => {
  const csv = write('at.csv', 'what,who,at\nBought,ada,2025-06-01T10:00:00Z\n');
  const mapping = write('at.yaml', 'event: what\ndistinct_id: who\ntimestamp: ats\n');
  const { exitCode, stderr } = await run(csv, '--format', 'csv', '--mapping', mapping);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('timestamp names "ats", which no row of the file has. Did you mean "at"?');
});

test('the same without a service: a sentence and 2, no stack', async () => {
  // A folder of its own, so that all of the service is in it.
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'sluice-test-'));
  const earlier = await startTestService({ dataDir });
  await earlier.close({ keepData: true });
  onTestFinished(() => rmSync(earlier.dataDir, { recursive: true, force: true }));
  const untimed = write('local.jsonl', '{"event":"e","distinct_id":"a"}\n');
  const here = (...args: readonly string[]) =>
    runCommandHere(['import', untimed, ...args, '--project', '1', '--data-dir', earlier.dataDir]);
  expect(await here()).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('Row 1 is not an event: missing_timestamp. It has no "timestamp".'),
  });
  const failed = await here('--on-error', 'fail');
  expect(failed.exitCode).toBe(2);
  expect(failed.stderr).toContain('The import failed: Row 1 is not an event: missing_timestamp.');
});

// The other mistakes stand in test/http/import-mistakes.test.ts: the sentences are the same.
test.each([
  [
    'an unknown member',
    'event: what\ndistinctid: who\n',
    [],
    '"distinctid" does not exist here. Did you mean "distinct_id"?',
  ],
  ['a number', 'event: 1\n', [], 'is not a mapping: event: '],
  ['a member twice', 'event: what\nevent: who\n', [], 'Map keys must be unique at line 2'],
  ['no YAML', 'event: [\n', [], 'wrong.yaml'],
  [
    'a delimiter as a letter',
    GOOD,
    ['--csv-delimiter', ';'],
    'Allowed choices are comma, semicolon, tab, pipe',
  ],
  ['an encoding that nobody knows', GOOD, ['--encoding', 'utf8'], 'Allowed choices are utf-8'],
  [
    'an encoding of Parquet',
    GOOD,
    ['--format', 'parquet', '--encoding', 'utf-8'],
    '--encoding does not go with',
  ],
  [
    'a delimiter of JSON lines',
    GOOD,
    ['--format', 'jsonl', '--csv-delimiter', 'tab'],
    'goes with --format csv',
  ],
  ['a mapping of an export', GOOD, ['--format', 'segment'], 'A mapping goes with the formats'],
] as const)('a mapping or option that is wrong is explained: %s', async (_, yaml, more, says) => {
  const mapping = write('wrong.yaml', yaml);
  const { exitCode, stderr } = await run(mapping, '--format', 'csv', '--mapping', mapping, ...more);
  expect(exitCode).toBe(1);
  expect(stderr).toContain(says);
});

test('a delimiter, an encoding and a time that are found or named', async () => {
  const text = 'what;who;at\nCaf\u00e9 visited;ada;03/04/2025\n';
  const csv = path.join(folder, 'excel.csv');
  writeFileSync(csv, Buffer.from(text, 'latin1'));
  const mapping = write('excel.yaml', `${GOOD}timestamp_format: day_first\n`);
  const args = [csv, '--format', 'csv', '--mapping', mapping];
  expect((await run(...args)).stderr).toContain(
    'Line 2 is not UTF-8. Save the file as UTF-8, or name its encoding',
  );
  const named = await run(...args, '--encoding', 'windows-1252', '--csv-delimiter', 'semicolon');
  expect(named.stdout, named.stderr).toContain('1 rows read, 1 inserted');
  expect(await rows("select toString(timestamp) from events where event = 'Caf\u00e9 visited'")).toEqual([
    ['2025-04-03 00:00:00.000000'],
  ]);
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
