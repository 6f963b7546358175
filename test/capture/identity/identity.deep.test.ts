import { afterAll, beforeAll, test } from 'vitest';
import { startTestService, type TestService } from '../../fixtures/start-service.ts';
import { scaled, seed } from '../../fixtures/test-scale.ts';
import { judgeIdentity } from './judge-identity.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const SEEDS_PER_PROJECT = 50;

test(`persons and groups of ${scaled(2000)} generated sequences are those of the model (seed ${seed()})`, async () => {
  const seeds = Array.from({ length: scaled(2000) }, (_, index) => seed() + 1_000 + index);
  for (let start = 0; start < seeds.length; start += SEEDS_PER_PROJECT)
    await judgeIdentity(service, seeds.slice(start, start + SEEDS_PER_PROJECT));
});
