import { afterAll, beforeAll } from 'vitest';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { describeWriters } from './describe-writers.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

describeWriters('SQLite', () => service);
