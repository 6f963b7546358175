import { beforeAll, test } from 'vitest';
import { shareService } from '../../fixtures/share-service.ts';
import type { TestProject } from '../../fixtures/start-service.ts';
import { seed } from '../../fixtures/test-scale.ts';
import { judgeIdentity } from './judge-identity.ts';

let service: TestProject;
beforeAll(async () => {
  service = await shareService();
});

test(`persons and groups of generated sequences are those of the model (seed ${seed()})`, async () => {
  const seeds = Array.from({ length: 100 }, (_, index) => seed() + index);
  await judgeIdentity(service, seeds.slice(0, 60));
  await judgeIdentity(service, seeds.slice(60));
});
