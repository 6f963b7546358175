import { beforeAll } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';
import { describeWriters } from './describe-writers.ts';

let service: TestProject;
beforeAll(async () => {
  service = await shareService();
});

describeWriters('SQLite', () => service);
