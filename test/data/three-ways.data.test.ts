import { openAsBlob } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GitEvent, gitHistoryPath, readGitHistory } from '../fixtures/git-history.ts';
import { catalogueOf, GIT_HISTORY_QUESTIONS } from '../fixtures/git-history-questions.ts';
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

test('there are twenty of them', () => expect(Object.keys(GIT_HISTORY_QUESTIONS).length).toBe(20));

test.each(Object.entries(GIT_HISTORY_QUESTIONS))('%s', async (name, query) => {
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
  const byImport = await catalogueOf(service.call, imported);
  expect(byImport.properties.length).toBeGreaterThan(10);
  expect(await catalogueOf(service.call, batched)).toEqual(byImport);
  expect(await catalogueOf(service.call, sentByV1)).toEqual(byImport);
});
