import { openAsBlob } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GitEvent, gitHistoryPath, readGitHistory } from '../fixtures/git-history.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { makeProject } from '../http/operation-calls.ts';

// The real data set comes in by import, by /batch/ and by v1: twenty endpoints give the same answers.

const NOW = '2026-11-01T00:00:00Z';
const EVENTS_PER_BATCH = 500;

let service: TestService;
let imported: number;
let batched: number;
let sentByV1: number;

beforeAll(async () => {
  service = await startTestService();
  service.setNow(NOW);
  const events = readGitHistory();
  imported = (await makeProject(service)).id;
  const file = Buffer.from(await (await openAsBlob(gitHistoryPath())).arrayBuffer());
  const headers = { 'content-type': 'application/octet-stream' };
  const answer = await service.call('POST', `/api/projects/${imported}/imports?wait=true`, {
    body: file,
    headers,
  });
  expect(answer.json).toMatchObject({ state: 'completed', inserted: events.length, rejected: 0 });
  batched = await sendAll(events, (batch, token, wait) =>
    service.call('POST', `/batch?wait=${wait}`, {
      body: { api_key: token, historical_migration: true, batch: batch.map(captured) },
      key: null,
    }),
  );
  sentByV1 = await sendAll(events, (batch, token, wait) =>
    service.call('POST', `/i/v1/analytics/events?wait=${wait}`, {
      body: { created_at: NOW, historical_migration: true, batch: batch.map(captured) },
      key: token,
      headers: {
        'posthog-sdk-info': 'posthog-node/5.70.0',
        'posthog-attempt': '1',
        'posthog-request-id': crypto.randomUUID(),
        'posthog-request-timestamp': NOW,
      },
    }),
  );
}, 600_000);
afterAll(() => service?.close());

/** The event as an SDK sends it: what an export knows of the person is set on it. */
function captured({ person_properties, properties, ...event }: GitEvent): object {
  return { ...event, properties: { ...properties, $set: person_properties } };
}

async function sendAll(
  events: readonly GitEvent[],
  send: (
    batch: readonly GitEvent[],
    token: string,
    wait: boolean,
  ) => Promise<{ status: number; text: string }>,
): Promise<number> {
  const { id, api_token } = await makeProject(service);
  for (let start = 0; start < events.length; start += EVENTS_PER_BATCH) {
    const batch = events.slice(start, start + EVENTS_PER_BATCH);
    const { status, text } = await send(batch, api_token, start + EVENTS_PER_BATCH >= events.length);
    expect(status, text).toBe(200);
  }
  return id;
}

const sql = (query: string) => ({ kind: 'HogQLQuery', query });
const commits = [{ kind: 'EventsNode', event: 'commit' }];
const releases = [{ kind: 'EventsNode', event: 'release' }];
const years = { date_from: '2018-01-01', date_to: '2025-12-31' };

const QUERIES: Readonly<Record<string, object>> = {
  events: sql(
    'select event, count(), count(distinct uuid), count(distinct person_id) from events group by 1 order by 1',
  ),
  times: sql('select min(timestamp), max(timestamp), count(distinct timestamp) from events'),
  lines: sql(
    'select properties.repo, sum(properties.lines_added), avg(properties.files_changed) from events group by 1 order by 1',
  ),
  kinds: sql('select properties.kind, count() from events group by 1 order by 2 desc, 1'),
  folders: sql('select properties.folders, count() from events group by 1 order by 2 desc, 1 limit 100'),
  years: sql(
    'select toYear(timestamp), event, count(distinct person_id) from events group by 1, 2 order by 1, 2',
  ),
  persons: sql(
    'select count(), min(created_at), max(created_at), count(distinct properties.home_repo) from persons',
  ),
  homes: sql('select properties.home_repo, count(), min(created_at) from persons group by 1 order by 1'),
  bots: sql('select person.properties.is_bot, count() from events group by 1 order by 1'),
  authors: sql(
    'select distinct_id, person.properties.home_repo, count() from events group by 1, 2 order by 3 desc, 1 limit 100',
  ),
  identified: sql('select is_identified, count() from persons group by 1'),
  ids: sql('select uuid, event, distinct_id, timestamp from events order by uuid limit 1000'),
  trend: { kind: 'TrendsQuery', series: commits, dateRange: years, interval: 'month' },
  actors: {
    kind: 'TrendsQuery',
    series: [{ ...commits[0], math: 'dau' }],
    dateRange: years,
    interval: 'month',
    breakdownFilter: { breakdown: 'repo', breakdown_type: 'event' },
  },
  home: {
    kind: 'TrendsQuery',
    series: commits,
    dateRange: years,
    interval: 'month',
    breakdownFilter: { breakdown: 'home_repo', breakdown_type: 'person' },
  },
  releases: { kind: 'TrendsQuery', series: releases, dateRange: years, interval: 'month' },
  funnel: {
    kind: 'FunnelsQuery',
    series: [...commits, ...commits, ...commits],
    dateRange: years,
    funnelsFilter: { funnelWindowInterval: 7, funnelWindowIntervalUnit: 'day' },
  },
  lifecycle: { kind: 'LifecycleQuery', series: commits, dateRange: years, interval: 'month' },
  stickiness: { kind: 'StickinessQuery', series: commits, dateRange: years, interval: 'month' },
  retention: {
    kind: 'RetentionQuery',
    dateRange: years,
    retentionFilter: {
      targetEntity: { id: 'commit', type: 'events' },
      returningEntity: { id: 'commit', type: 'events' },
      period: 'Month',
      totalIntervals: 12,
    },
  },
};

test('there are twenty of them', () => expect(Object.keys(QUERIES).length).toBe(20));

test.each(Object.entries(QUERIES))('%s', async (name, query) => {
  const answers = [];
  for (const project of [imported, batched, sentByV1]) {
    const made = await service.call('POST', `/api/projects/${project}/endpoints`, { body: { name, query } });
    expect(made.status, made.text).toBe(201);
    const run = await service.call('POST', `/api/projects/${project}/endpoints/${name}/run`, { body: {} });
    expect(run.status, run.text).toBe(200);
    answers.push(run.json.results);
  }
  const [byImport, ...others] = answers;
  expect(JSON.stringify(byImport).length).toBeGreaterThan(10);
  for (const other of others) expect(other).toEqual(byImport);
});

test('the catalogue of events and properties', async () => {
  const list = async (project: number, what: string): Promise<Readonly<Record<string, unknown>>[]> =>
    (await service.call('GET', `/api/projects/${project}/${what}?limit=1000`)).json.results;
  const catalogue = async (project: number) => [
    (await list(project, 'event_definitions')).map(({ name, volume }) => [name, volume]),
    // What clients add of their own (`$set`, `$lib`) is not in the file.
    (await list(project, 'property_definitions'))
      .filter(({ name }) => !String(name).startsWith('$'))
      .map(({ type, name, seen_types, volume }) => [type, name, seen_types, volume]),
  ];
  const byImport = await catalogue(imported);
  expect(byImport[1]?.length).toBeGreaterThan(10);
  expect(await catalogue(batched)).toEqual(byImport);
  expect(await catalogue(sentByV1)).toEqual(byImport);
});
