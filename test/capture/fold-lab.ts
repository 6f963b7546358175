import { expect } from 'vitest';
import { newUuid } from '../../src/base/ids.ts';
import { foldStep } from '../fixtures/fold-now.ts';
import type { TestService } from '../fixtures/start-service.ts';
import { makeProject } from '../http/operation-calls.ts';
import { readRows } from './capture-fixture.ts';

type SentEvent = readonly [event: string, distinctId: string, properties?: object];

/** A project whose persons are merged and folded. */
export interface FoldLab {
  readonly projectId: number;
  /** Sends events and waits until they are visible. */
  send(...events: readonly SentEvent[]): Promise<void>;
  merge(distinctId: string, alias: string): Promise<void>;
  /** The answer of a query with its engine text. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers freely.
  ask(query: string): Promise<any>;
  /** Distinct ids of the events of each actor. */
  actors(): Promise<readonly string[]>;
  /** True while queries join overrides. */
  joinsOverrides(): Promise<boolean>;
  /** Overrides that the engine has of the project, deleted ones included. */
  engineOverrides(): Promise<unknown>;
  /** Takes one step of folding. */
  step(mostOverrides?: number): Promise<'waiting' | 'fenced' | 'folded'>;
}

export async function openFoldLab(service: TestService): Promise<FoldLab> {
  const { id: projectId, api_token } = await makeProject(service);
  const send = async (...events: readonly SentEvent[]) => {
    const batch = events.map(([event, distinct_id, properties = {}]) => ({
      uuid: newUuid(),
      event,
      distinct_id,
      properties,
    }));
    const body = { api_key: api_token, batch };
    const { status, text } = await service.call('POST', '/batch?wait=true', { body, key: null });
    expect(status, text).toBe(200);
  };
  const ask = async (query: string) => {
    const body = { query: { kind: 'HogQLQuery', query, modifiers: { debug: true } } };
    const { json, text } = await service.call('POST', `/api/projects/${projectId}/query`, { body });
    expect(json.results, text).toBeDefined();
    return json;
  };
  return {
    projectId,
    send,
    merge: (distinctId, alias) => send(['$merge_dangerously', distinctId, { alias }]),
    ask,
    actors: async () => {
      const { results } = await ask('select groupUniqArray(distinct_id) from events group by person_id');
      return results.map(([ids]: [string[]]) => ids.toSorted().join(' ')).toSorted();
    },
    joinsOverrides: async () =>
      (await ask('select uniq(person_id) from events')).clickhouse.includes('person_overrides'),
    engineOverrides: async () => {
      const sql = `SELECT count() FROM app.person_overrides WHERE project_id = ${projectId}`;
      return (await readRows(service.services.engine, sql))[0]?.[0];
    },
    step: (mostOverrides = 100_000) => foldStep(service.services, projectId, { mostOverrides }),
  };
}
