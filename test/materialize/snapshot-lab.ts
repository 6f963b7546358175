import { expect } from 'vitest';
import { hasSameRows, isSameAnswer } from '../../src/services/materialize/compare-answers.ts';
import type { TestAnswer, TestProject } from '../fixtures/start-service.ts';

/** `select a, b` as a SQL query node. */
export const sql = (query: string) => ({ kind: 'HogQLQuery', query });

/** Makes an endpoint that is materialized and waits for its first snapshot. */
export async function materialize(
  service: TestProject,
  name: string,
  query: object,
  settings: object = {},
): Promise<void> {
  const body = { name, query, ...settings, is_materialized: true };
  const made = await service.call('POST', 'endpoints', { body });
  expect(made.status, made.text).toBe(201);
  const status = async () => (await service.call('GET', `endpoints/${name}/materialization_status/`)).json;
  await expect
    .poll(async () => (await status()).state, { timeout: 120_000, interval: 20 })
    .toMatch(/Completed|Failed/);
  const { state, last_error: error } = await status();
  expect(state, `${JSON.stringify(query)}: ${error}`).toBe('Completed');
}

/** Builds now and waits for the end. */
export async function build(service: TestProject, name: string): Promise<TestAnswer> {
  const built = await service.call('POST', `endpoints/${name}/materialize?wait=true`);
  expect(built.json?.state, built.text).toBe('Completed');
  return built;
}

/** Runs an endpoint; the answer is 200. */
export async function run(service: TestProject, name: string, body: object = {}): Promise<TestAnswer> {
  const answer = await service.call('POST', `endpoints/${name}/run`, { body });
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

/** `materialized materialized_current` */
export const sourceOf = ({ json }: TestAnswer): string => `${json.served_from} ${json.served_reason}`;

/** Members of an answer that say how it came about and not what it is. */
const ABOUT_THE_CALL = [
  'results',
  'is_cached',
  'last_refresh',
  'cache_target_age',
  'next_allowed_client_refresh',
  'served_from',
  'served_reason',
  'execution_id',
];

/**
 * The snapshot answers what a direct run answers: the same members, and the same rows, in the same order if
 * `isOrdered`.
 */
export async function expectSameAnswer(
  service: TestProject,
  name: string,
  {
    isOrdered = true,
    ...body
  }: { readonly isOrdered?: boolean; readonly limit?: number; readonly offset?: number } = {},
): Promise<void> {
  const snapshot = await run(service, name, { ...body, refresh: 'force' });
  const direct = await run(service, name, { ...body, refresh: 'direct' });
  expect(sourceOf(snapshot), name).toBe('materialized materialized_current');
  expect(sourceOf(direct)).toBe('direct refresh_forced');
  const without = (json: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(json).filter(([member]) => !ABOUT_THE_CALL.includes(member)));
  expect(without(snapshot.json)).toEqual(without(direct.json));
  const [stored, computed] = [snapshot.json.results, direct.json.results];
  const isSame = isOrdered ? isSameAnswer(stored, computed) : hasSameRows(stored, computed);
  if (!isSame) expect(stored, name).toEqual(computed);
}
