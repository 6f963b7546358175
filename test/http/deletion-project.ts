import type { TestProject } from '../fixtures/start-service.ts';
import { makeProject } from './operation-calls.ts';

/** What `send` takes. */
export interface Sent {
  readonly uuid?: string;
  readonly event: string;
  readonly distinct_id: string;
  readonly timestamp?: string;
  readonly properties?: object;
}

/** A project with an endpoint that counts what is left. */
export async function startProject(service: TestProject) {
  const { id, api_token } = await makeProject(service);
  const below = `/api/projects/${id}`;
  const query = {
    kind: 'HogQLQuery',
    query: 'select event, distinct_id from events order by event, distinct_id',
  };
  await service.call('POST', `${below}/endpoints`, { body: { name: 'all', query } });
  return {
    below,
    send: (batch: readonly Sent[], query = '?wait=true') =>
      service.call('POST', `/batch${query}`, { body: { api_key: api_token, batch }, key: null }),
    run: async () => {
      const { json } = await service.call('POST', `${below}/endpoints/all/run`, { body: {} });
      return { rows: json.results, from: json.served_from };
    },
    persons: async () => {
      const sql = 'select id, properties from persons order by created_at';
      const answer = await service.call('POST', `${below}/query`, {
        body: { query: { kind: 'HogQLQuery', query: sql } },
      });
      return answer.json.results;
    },
  };
}

/** Asks for a deletion and waits for its end. */
export async function deleteEvents(service: TestProject, below: string, body: object) {
  const answer = await service.call('POST', `${below}/events/delete/`, { body: { ...body, wait: true } });
  return { status: answer.status, ...answer.json };
}

export const PURCHASES: readonly Sent[] = [
  { event: 'buy', distinct_id: 'ada', timestamp: '2025-01-10T00:00:00Z', properties: { price: 5 } },
  { event: 'buy', distinct_id: 'ada', timestamp: '2025-02-10T00:00:00Z', properties: { price: 50 } },
  { event: 'buy', distinct_id: 'bob', timestamp: '2025-03-10T00:00:00Z', properties: { price: 70 } },
  { event: 'see', distinct_id: 'bob', timestamp: '2025-03-11T00:00:00Z', properties: { price: 70 } },
  {
    event: 'say',
    distinct_id: 'bob',
    timestamp: '2025-03-12T00:00:00Z',
    properties: { $set: { email: 'bob@example.org' } },
  },
];

/** A filter that one person meets. */
export const email = { type: 'person', key: 'email', value: 'bob@example.org' };
