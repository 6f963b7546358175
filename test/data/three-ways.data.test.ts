import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateDemo } from '../../src/services/demo/generate-demo.ts';
import { DEMO_QUESTIONS } from '../fixtures/demo-questions.ts';
import { gitHistoryPath, readGitHistory } from '../fixtures/git-history.ts';
import { catalogueOf, GIT_HISTORY_QUESTIONS } from '../fixtures/git-history-questions.ts';
import { type ExportedEvent, posthogHistory } from '../fixtures/posthog-history.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { makeProject } from '../http/operation-calls.ts';

// Three sets of events come in by import, by /batch/ and by v1: twenty endpoints give the same answers.
// [CAP-7.2], [CAP-7.8].

const NOW = '2026-11-01T00:00:00Z';
const EVENTS_PER_BATCH = 500;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  service.setNow(NOW);
});
afterAll(() => service?.close());

/** Events as a file, and as SDKs send them. */
interface Events {
  readonly file: Buffer;
  /** In the order of time. */
  readonly captured: readonly object[];
  readonly count: number;
}

/** What an SDK sends of a row of a file: the person is not told, but what the event does to it. */
function captured({ person_id: _, person_properties: __, elements_chain, ...event }: ExportedEvent): object {
  const chain = elements_chain === undefined ? {} : { $elements_chain: elements_chain };
  return { ...event, properties: { ...event.properties, ...chain } };
}

async function realHistory(): Promise<Events> {
  const events = readGitHistory();
  // What the file knows of the person is set by the event.
  const sent = events.map(({ person_properties: $set, properties, ...event }) => ({
    ...event,
    properties: { ...properties, $set },
  }));
  return { file: readFileSync(gitHistoryPath()), captured: sent, count: events.length };
}

/** The demo comes in by capture and is exported. */
async function exportedDemo(): Promise<Events> {
  const demo = generateDemo({ nowMs: Date.parse(NOW) });
  const id = await sendByBatch(demo);
  const { text } = await service.call('GET', `/api/projects/${id}/export/?format=ndjson`);
  const rows: ExportedEvent[] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const inTimeOrder = rows.toSorted((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
  return { file: Buffer.from(text), captured: inTimeOrder.map(captured), count: demo.length };
}

async function posthogExport(): Promise<Events> {
  const events = posthogHistory();
  const file = Buffer.from(`${events.map((event) => JSON.stringify(event)).join('\n')}\n`);
  return { file, captured: events.map(captured), count: events.length };
}

async function importFile({ file, count }: Events): Promise<number> {
  const { id } = await makeProject(service);
  const headers = { 'content-type': 'application/octet-stream' };
  const answer = await service.call('POST', `/api/projects/${id}/imports?wait=true`, { body: file, headers });
  expect(answer.json).toMatchObject({ state: 'completed', inserted: count, rejected: 0 });
  return id;
}

function sendByBatch(events: readonly object[]): Promise<number> {
  return sendAll(events, (batch, token, wait) =>
    service.call('POST', `/batch?wait=${wait}`, {
      body: { api_key: token, historical_migration: true, batch },
      key: null,
    }),
  );
}

function sendByV1(events: readonly object[]): Promise<number> {
  return sendAll(events, (batch, token, wait) =>
    service.call('POST', `/i/v1/analytics/events?wait=${wait}`, {
      body: { created_at: NOW, historical_migration: true, batch },
      key: token,
      headers: {
        'posthog-sdk-info': 'posthog-node/5.70.0',
        'posthog-attempt': '1',
        'posthog-request-id': crypto.randomUUID(),
        'posthog-request-timestamp': NOW,
      },
    }),
  );
}

async function sendAll(
  events: readonly object[],
  send: (batch: readonly object[], token: string, wait: boolean) => Promise<{ status: number; text: string }>,
): Promise<number> {
  const { id, api_token } = await makeProject(service);
  for (let start = 0; start < events.length; start += EVENTS_PER_BATCH) {
    const batch = events.slice(start, start + EVENTS_PER_BATCH);
    const isLast = start + EVENTS_PER_BATCH >= events.length;
    let answer = await send(batch, api_token, isLast);
    // As SDKs do: who sends faster than events can be written sends again.
    for (; answer.status === 503; answer = await send(batch, api_token, isLast)) await delay(200);
    expect(answer.status, answer.text).toBe(200);
  }
  return id;
}

const REPOSITORIES = 'select $group_0, group_0.properties.host, count() from events group by 1, 2 order by 1';
const SECOND_NAMES =
  "select count(distinct person_id), countIf(distinct_id like 'second-%'), count(distinct distinct_id) from events";
const FIRST = 'select properties.first_repo, is_identified, count() from persons group by 1, 2 order by 1, 2';
const ofSql = (query: string) => ({ kind: 'HogQLQuery', query });

describe.each([
  { name: 'the real history', make: realHistory, questions: GIT_HISTORY_QUESTIONS, fewest: 20 },
  { name: 'an export of the demo', make: exportedDemo, questions: DEMO_QUESTIONS, fewest: 20 },
  {
    name: 'the history as PostHog exports it',
    make: posthogExport,
    questions: {
      ...GIT_HISTORY_QUESTIONS,
      repositories: ofSql(REPOSITORIES),
      seconds: ofSql(SECOND_NAMES),
      first: ofSql(FIRST),
    },
    fewest: 23,
  },
])('$name', ({ make, questions, fewest }) => {
  let projects: Readonly<Record<'imported' | 'batched' | 'by v1', number>>;
  beforeAll(async () => {
    const events = await make();
    projects = {
      imported: await importFile(events),
      batched: await sendByBatch(events.captured),
      'by v1': await sendByV1(events.captured),
    };
  }, 600_000);

  test('there are twenty questions', () => expect(Object.keys(questions).length).toBe(fewest));

  test.each(Object.entries(questions))('%s', async (name, query) => {
    const answers: Record<string, unknown> = {};
    for (const [way, project] of Object.entries(projects)) {
      const made = await service.call('POST', `/api/projects/${project}/endpoints`, {
        body: { name, query },
      });
      expect(made.status, made.text).toBe(201);
      const run = await service.call('POST', `/api/projects/${project}/endpoints/${name}/run`, { body: {} });
      expect(run.status, run.text).toBe(200);
      answers[way] = run.json.results;
    }
    expect(JSON.stringify(answers['imported']).length).toBeGreaterThan(10);
    for (const [way, answer] of Object.entries(answers)) expect(answer, way).toEqual(answers['imported']);
  });

  test('the catalogue of events and properties', async () => {
    const [byImport, ...others] = await Promise.all(Object.values(projects).map(catalogue));
    expect(byImport?.properties.length).toBeGreaterThan(10);
    for (const other of others) expect(other).toEqual(byImport);
  });
});

/** An export repeats with each event what the person has, so the volumes of its properties say how long that is. */
async function catalogue(project: number) {
  const { events, properties } = await catalogueOf(service.call, project);
  const isOfPerson = ([type]: readonly unknown[]) => type === 'person';
  return { events, properties: properties.map((each) => (isOfPerson(each) ? each.slice(0, 3) : each)) };
}
