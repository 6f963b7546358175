import { afterAll, beforeAll, expect, test } from 'vitest';
import { importFile } from '../../src/services/capture/import/import-file.ts';
import { type GitEvent, gitHistoryPath, readGitHistory } from '../fixtures/git-history.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// Questions in the dialect about the real data set, each answered a second time by plain loops over the file: window
// functions, arrays, lambdas, CTEs, joins to persons, time zones, set operations.

const events = readGitHistory();
const commits = events.filter((event) => event.event === 'commit');
const releases = events.filter((event) => event.event === 'release');
let service: TestService;
let tokyo: string;

beforeAll(async () => {
  service = await startTestService();
  const project = await service.call('POST', '/api/projects/', {
    body: { name: 'Tokyo', timezone: 'Asia/Tokyo' },
  });
  tokyo = String(project.json.id);
  for (const projectId of [1, Number(tokyo)]) {
    const report = await importFile(service.services, { projectId, path: gitHistoryPath() });
    expect(report.rejected).toBe(0);
  }
}, 300_000);
afterAll(() => service?.close());

async function ask(query: string, project = '1'): Promise<unknown[][]> {
  const answer = await service.call('POST', `/api/projects/${project}/query/`, {
    body: { query: { kind: 'HogQLQuery', query }, limit: 50_000 },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.json.results;
}

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const yearOf = ({ timestamp }: GitEvent) => new Date(timestamp).getUTCFullYear();
const folders = ({ properties }: GitEvent) => properties.folders ?? [];

function count<K>(list: readonly GitEvent[], keyOf: (event: GitEvent) => K): Map<K, number> {
  const counts = new Map<K, number>();
  for (const event of list) counts.set(keyOf(event), (counts.get(keyOf(event)) ?? 0) + 1);
  return counts;
}

test('window: running total of commits per repository and year', async () => {
  const rows = await ask(`
    SELECT repo, year, commits, sum(commits) OVER (PARTITION BY repo ORDER BY year) AS total
    FROM (SELECT properties.repo AS repo, toYear(timestamp) AS year, count() AS commits
          FROM events WHERE event = 'commit' GROUP BY repo, year)
    ORDER BY repo, year`);
  const counts = count(commits, (event) => `${event.properties.repo} ${yearOf(event)}`);
  const totals = new Map<string, number>();
  const expected = [...counts]
    .map(([key, number]) => ({ repo: key.split(' ')[0] ?? '', year: Number(key.split(' ')[1]), number }))
    .toSorted((a, b) => byBytes(a.repo, b.repo) || a.year - b.year)
    .map(({ repo, year, number }) => {
      totals.set(repo, (totals.get(repo) ?? 0) + number);
      return [repo, year, number, totals.get(repo)];
    });
  expect(rows).toEqual(expected);
});

test('window: longest pause between two releases of a repository, in days', async () => {
  const rows = await ask(`
    SELECT repo, max(pause) FROM (
      SELECT properties.repo AS repo,
             dateDiff('second', lag(timestamp) OVER (PARTITION BY properties.repo ORDER BY timestamp, uuid), timestamp) AS pause
      FROM events WHERE event = 'release')
    WHERE pause IS NOT NULL GROUP BY repo ORDER BY repo`);
  const times = Map.groupBy(releases, (event) => event.properties.repo);
  const expected = [...times]
    .map(([repo, list]) => {
      const sorted = list.map((event) => Date.parse(event.timestamp) / 1000).toSorted((a, b) => a - b);
      return [repo, Math.max(...sorted.slice(1).map((time, at) => time - (sorted[at] ?? 0)))] as const;
    })
    .filter(([, pause]) => Number.isFinite(pause))
    .toSorted(([a], [b]) => byBytes(a, b));
  expect(rows).toEqual(expected);
});

test('arrays and lambdas: folders a commit touched, without the hidden ones', async () => {
  const rows = await ask(`
    WITH JSONExtract(properties.folders, 'Array(String)') AS folders
    SELECT properties.repo AS repo,
           sum(length(arrayFilter(f -> NOT startsWith(f, '.'), folders))) AS visible,
           max(length(arrayDistinct(arrayMap(f -> lower(f), folders)))) AS widest,
           countIf(has(folders, 'src')) AS in_src,
           sum(arraySum(arrayMap((f, i) -> length(f) * i, folders, arrayEnumerate(folders)))) AS weighted
    FROM events WHERE event = 'commit' GROUP BY repo ORDER BY repo`);
  const expected = [...Map.groupBy(commits, (event) => event.properties.repo)]
    .toSorted(([a], [b]) => byBytes(a, b))
    .map(([repo, list]) => [
      repo,
      list.reduce((sum, event) => sum + folders(event).filter((folder) => !folder.startsWith('.')).length, 0),
      Math.max(...list.map((event) => new Set(folders(event).map((folder) => folder.toLowerCase())).size)),
      list.filter((event) => folders(event).includes('src')).length,
      list.reduce(
        (sum, event) =>
          sum + folders(event).reduce((own, folder, at) => own + Buffer.byteLength(folder) * (at + 1), 0),
        0,
      ),
    ]);
  expect(rows).toEqual(expected);
});

test('CTEs and sub-queries: what the busiest authors did', async () => {
  const rows = await ask(`
    WITH busy AS (SELECT distinct_id AS author, count() AS commits FROM events
                  WHERE event = 'commit' GROUP BY author HAVING commits >= 500)
    SELECT b.author, b.commits, count(DISTINCT e.properties.repo) AS repos, sum(toFloat(e.properties.lines_added)) AS added
    FROM events AS e JOIN busy AS b ON e.distinct_id = b.author
    WHERE e.event = 'commit' AND e.distinct_id IN (SELECT author FROM busy)
    GROUP BY b.author, b.commits ORDER BY b.commits DESC, b.author`);
  const expected = [...Map.groupBy(commits, (event) => event.distinct_id)]
    .filter(([, list]) => list.length >= 500)
    .toSorted(([a, x], [b, y]) => y.length - x.length || byBytes(a, b))
    .map(([author, list]) => [
      author,
      list.length,
      new Set(list.map((event) => event.properties.repo)).size,
      list.reduce((sum, event) => sum + Number(event.properties['lines_added'] ?? 0), 0),
    ]);
  expect(rows).toEqual(expected);
});

test('persons: commits by the present home repository of their author', async () => {
  const home = new Map<string, string>();
  const inTime = events.toSorted((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
  for (const event of inTime) {
    const repo = event.person_properties['home_repo'];
    if (typeof repo === 'string') home.set(event.distinct_id, repo);
  }
  const expected = [...count(commits, (event) => home.get(event.distinct_id) ?? '')].toSorted(
    ([a, x], [b, y]) => y - x || byBytes(a, b),
  );
  const lazily = `SELECT person.properties.home_repo AS home, count() AS commits FROM events
    WHERE event = 'commit' GROUP BY home ORDER BY commits DESC, home`;
  const byHand = `SELECT p.properties.home_repo AS home, count() AS commits
    FROM events AS e LEFT JOIN persons AS p ON e.person_id = p.id
    WHERE e.event = 'commit' GROUP BY home ORDER BY commits DESC, home`;
  expect(await ask(lazily)).toEqual(expected);
  expect(await ask(byHand)).toEqual(expected);
});

test.each([
  { zone: 'UTC', project: () => '1', offsetHours: 0 },
  { zone: 'Asia/Tokyo', project: () => tokyo, offsetHours: 9 },
])('time zones: commits by local hour, weekday and quarter in $zone', async ({ project, offsetHours }) => {
  const rows = await ask(
    `SELECT toHour(timestamp) AS hour, toDayOfWeek(timestamp) AS weekday, toStartOfQuarter(timestamp) AS quarter, count()
     FROM events WHERE event = 'commit' GROUP BY hour, weekday, quarter ORDER BY hour, weekday, quarter`,
    project(),
  );
  const counts = count(commits, ({ timestamp }) => {
    const local = new Date(Date.parse(timestamp) + offsetHours * 3_600_000);
    const month = String(Math.floor(local.getUTCMonth() / 3) * 3 + 1).padStart(2, '0');
    return JSON.stringify([
      local.getUTCHours(),
      local.getUTCDay() || 7,
      `${local.getUTCFullYear()}-${month}-01`,
    ]);
  });
  const expected = [...counts]
    .map(([key, number]) => [...(JSON.parse(key) as [number, number, string]), number] as const)
    .toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || byBytes(a[2], b[2]));
  expect(rows).toEqual(expected);
});

test('time zones: a zone named in the query, and a range in the zone of the project', async () => {
  const rows = await ask(
    `SELECT toString(toStartOfDay(toTimeZone(timestamp, 'America/New_York'))) AS day, count() FROM events
     WHERE timestamp >= '2024-03-08 00:00:00' AND timestamp < '2024-03-13' GROUP BY day ORDER BY day`,
    tokyo,
  );
  const from = Date.parse('2024-03-08T00:00:00+09:00');
  const to = Date.parse('2024-03-13T00:00:00+09:00');
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York', dateStyle: 'short' });
  const inRange = events.filter(
    ({ timestamp }) => Date.parse(timestamp) >= from && Date.parse(timestamp) < to,
  );
  const expected = [...count(inRange, ({ timestamp }) => `${local.format(Date.parse(timestamp))} 00:00:00`)];
  expect(rows).toEqual(expected.toSorted(([a], [b]) => byBytes(a, b)));
});

test('LIMIT BY and set operations: two busiest authors of each repository, and names on both sides', async () => {
  const top = await ask(`
    SELECT properties.repo AS repo, distinct_id AS author, count() AS commits FROM events WHERE event = 'commit'
    GROUP BY repo, author ORDER BY repo, commits DESC, author LIMIT 2 BY repo`);
  const expected = [...Map.groupBy(commits, (event) => event.properties.repo)]
    .toSorted(([a], [b]) => byBytes(a, b))
    .flatMap(([repo, list]) =>
      [...count(list, (event) => event.distinct_id)]
        .toSorted(([a, x], [b, y]) => y - x || byBytes(a, b))
        .slice(0, 2)
        .map(([author, number]) => [repo, author, number]),
    );
  expect(top).toEqual(expected);

  const both = await ask(`
    SELECT repo FROM (
      SELECT properties.repo AS repo FROM events WHERE event = 'commit' GROUP BY repo
      INTERSECT
      SELECT properties.repo AS repo FROM events WHERE event = 'release' AND properties.level = 'major' GROUP BY repo)
    ORDER BY repo`);
  const majors = new Set(
    releases.filter((event) => event.properties['level'] === 'major').map((event) => event.properties.repo),
  );
  expect(both.map(([repo]) => repo)).toEqual(
    [...new Set(commits.map((event) => event.properties.repo))]
      .filter((repo) => majors.has(repo))
      .toSorted(byBytes),
  );
});
