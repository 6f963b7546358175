import { afterAll, beforeAll, test } from 'vitest';
import { findProject } from '../../../src/adapters/store/project-store.ts';
import { foldStep } from '../../fixtures/fold-now.ts';
import type { RandomSource } from '../../fixtures/random-source.ts';
import { startTestService, type TestService } from '../../fixtures/start-service.ts';
import { scaled, seed } from '../../fixtures/test-scale.ts';
import { judgeIdentity } from './judge-identity.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const SEEDS_PER_PROJECT = 4;

/** Takes up to three steps of folding, some of which may not be due. @returns true while overrides are left */
async function foldSome(projectId: number, random: RandomSource): Promise<boolean> {
  const { services } = service;
  const hasOverrides = async () =>
    (await findProject(services.database.query, projectId))?.hasPersonOverrides === true;
  for (let steps = random.below(4); steps > 0 && (await hasOverrides()); steps -= 1)
    await foldStep(services, projectId, { mostOverrides: 1 + random.below(10) });
  return hasOverrides();
}

test(`persons of ${scaled(200)} generated sequences are those of the model, with folds at any point (seed ${seed()})`, async () => {
  const seeds = Array.from({ length: scaled(200) }, (_, index) => seed() + 50_000 + index);
  for (let start = 0; start < seeds.length; start += SEEDS_PER_PROJECT)
    await judgeIdentity(service, seeds.slice(start, start + SEEDS_PER_PROJECT), {
      largestBatch: 16,
      between: foldSome,
    });
});
