import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gitHistoryPath, readGitHistory } from '../fixtures/git-history.ts';
import { commitsPerMonth, mostActiveFolders, weeklyAuthors } from '../fixtures/git-history-answers.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// The real data set through the front door: imported by the command, asked over HTTP, compared number by number with
// plain loops over the file.

const events = readGitHistory();
const EVENT_COUNT = 40_373;
let service: TestService;
let tokyo: string;

/** Imports into both projects by the command, which wants the service stopped. */
async function importHistory(): Promise<string> {
  const { dataDir, rootKey } = service;
  await service.close({ keepData: true });
  let printed = '';
  for (const project of ['1', tokyo]) {
    const args = [
      'import',
      gitHistoryPath(),
      '--format',
      'posthog',
      '--project',
      project,
      '--data-dir',
      dataDir,
    ];
    const { exitCode, stdout, stderr } = await runCommand(args);
    expect(exitCode, stderr).toBe(0);
    printed += stdout;
  }
  service = await startTestService({ dataDir, rootKey });
  return printed;
}

async function create(project: string, name: string, query: unknown): Promise<void> {
  const created = await service.call('POST', `/api/projects/${project}/endpoints/`, {
    body: { name, query },
  });
  expect(created.status, created.text).toBe(201);
}

const run = (project: string, name: string, body: unknown = {}) =>
  service.call('POST', `/api/projects/${project}/endpoints/${name}/run`, { body });

const weekly = {
  kind: 'TrendsQuery',
  series: [{ kind: 'EventsNode', event: 'commit', math: 'dau' }],
  interval: 'week',
  dateRange: { date_from: '2010-05-21', date_to: '2026-08-22' },
};

beforeAll(async () => {
  service = await startTestService();
  const project = await service.call('POST', '/api/projects/', {
    body: { name: 'Tokyo', timezone: 'Asia/Tokyo' },
  });
  expect(project.status, project.text).toBe(201);
  tokyo = String(project.json.id);
  expect(await importHistory()).toContain('40,373 inserted');
  await create('1', 'commits-per-month', {
    kind: 'HogQLQuery',
    query: `SELECT toStartOfMonth(timestamp) AS month, count() AS commits FROM events
            WHERE event = 'commit' AND properties.repo = {variables.repo} GROUP BY month ORDER BY month`,
  });
  await create('1', 'folders', {
    kind: 'HogQLQuery',
    query: `SELECT arrayJoin(JSONExtract(properties.folders, 'Array(String)')) AS folder, count() AS commits FROM events
            WHERE event = 'commit' AND properties.repo = {variables.repo}
            GROUP BY folder ORDER BY commits DESC, folder LIMIT 10`,
  });
  await create('1', 'weekly-authors', weekly);
  await create(tokyo, 'weekly-authors', weekly);
}, 300_000);

afterAll(() => service?.close());

async function countEvents(): Promise<unknown> {
  const query = 'SELECT count(), count(DISTINCT uuid), count(DISTINCT distinct_id) FROM events';
  const answer = await service.call('POST', 'query/', { body: { query: { kind: 'HogQLQuery', query } } });
  return answer.json.results;
}

describe('the real data set', () => {
  test.each([...new Set(events.map((event) => event.properties.repo))])(
    'commits per month of %s',
    async (repo) => {
      const answer = await run('1', 'commits-per-month', { variables: { repo } });
      expect(answer.status, answer.text).toBe(200);
      expect(answer.json.results).toEqual(commitsPerMonth(events, repo));
    },
  );

  test('weekly active authors in UTC and in Tokyo', async () => {
    const days = ['2010-05-21', '2026-08-22'] as const;
    const zones = [
      { project: '1', offsetHours: 0 },
      { project: tokyo, offsetHours: 9 },
    ];
    for (const { project, offsetHours } of zones) {
      const answer = await run(project, 'weekly-authors');
      expect(answer.status, answer.text).toBe(200);
      const expected = weeklyAuthors(events, ...days, offsetHours);
      expect(answer.json.results[0].days).toEqual(expected.days);
      expect(answer.json.results[0].data).toEqual(expected.data);
    }
    expect(weeklyAuthors(events, ...days, 0).data).not.toEqual(weeklyAuthors(events, ...days, 9).data);
  });

  test('the ten most active folders of hono', async () => {
    const answer = await run('1', 'folders', { variables: { repo: 'hono' } });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.results).toEqual(mostActiveFolders(events, 'hono', 10));
  });

  test('every event is there once, also after a second import', async () => {
    const people = new Set(events.map((event) => event.distinct_id)).size;
    const expected = [[EVENT_COUNT, EVENT_COUNT, people]];
    expect(events.length).toBe(EVENT_COUNT);
    expect(await countEvents()).toEqual(expected);
    expect(await importHistory()).toContain('0 inserted, 40,373 there before');
    expect(await countEvents()).toEqual(expected);
  }, 300_000);
});
