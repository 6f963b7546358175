import { SeededRandom } from '../../src/services/demo/random.ts';
import type { TestProject } from '../fixtures/start-service.ts';
import { type GeneratedWorld, generateWorld } from './generate-world.ts';
import { judge } from './judge.ts';
import type { Query, World } from './model.ts';

export type MakeQuery = (random: SeededRandom, now: string) => Query;

/** A loaded world: where it is in the service, and what the oracle knows of it. */
export interface LoadedWorld {
  readonly projectId: number;
  readonly world: World;
}

/** Creates a project for a generated world and sends its events as a client does. */
export async function loadWorld(service: TestProject, generated: GeneratedWorld): Promise<LoadedWorld> {
  const { timezone, weekStartDay, testAccountFilters } = generated.world.project;
  const created = await service.call('POST', '/api/projects/', {
    body: {
      name: 'generated',
      timezone,
      week_start_day: weekStartDay,
      test_account_filters: testAccountFilters,
    },
  });
  if (created.status !== 201) throw new Error(`project refused: ${created.text}`);
  const now = new Date(generated.world.nowMs).toISOString();
  for (let at = 0; at < generated.sent.length; at += 250) {
    const batch = generated.sent.slice(at, at + 250);
    const sent = await service.call('POST', '/batch/?wait=true', {
      key: null,
      now,
      body: { api_key: created.json.api_token, batch },
    });
    if (sent.status !== 200) throw new Error(`batch refused: ${sent.status} ${sent.text}`);
  }
  return { projectId: created.json.id, world: generated.world };
}

/**
 * Runs `count` generated queries over several generated worlds and compares every answer with the plain-loop
 * evaluation. Returns one text per disagreement, with the seed and query that repeat it.
 */
export async function runCases(
  service: TestProject,
  makeQuery: MakeQuery,
  options: { readonly count: number; readonly seed: number; readonly worlds: number },
): Promise<string[]> {
  const { count, seed, worlds } = options;
  const disagreements: string[] = [];
  for (let index = 0; index < worlds; index += 1) {
    const loaded = await loadWorld(service, generateWorld(seed + index));
    const random = new SeededRandom(seed * 31 + index);
    for (let left = Math.ceil(count / worlds); left > 0; left -= 1) {
      const found = await runCase(
        service,
        loaded,
        makeQuery(random, new Date(loaded.world.nowMs).toISOString()),
      );
      if (found !== null) disagreements.push(`world seed ${seed + index}: ${found}`);
    }
  }
  return disagreements;
}

async function runCase(
  service: TestProject,
  { projectId, world }: LoadedWorld,
  query: Query,
): Promise<string | null> {
  const now = new Date(world.nowMs).toISOString();
  const answer = await service.call('POST', `/api/projects/${projectId}/query/`, { body: { query }, now });
  const text = `${JSON.stringify(query)} at ${now} in ${world.project.timezone}`;
  if (answer.status !== 200) return `${answer.status} ${answer.text} for ${text}`;
  const found = judge(query, world, answer.json);
  return found === null ? null : `${found} for ${text}`;
}
