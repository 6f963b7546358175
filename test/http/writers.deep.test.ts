import { afterAll, beforeAll } from 'vitest';
import { startPostgres, type TestPostgres } from '../fixtures/start-postgres.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { describeWriters } from './describe-writers.ts';

let postgres: TestPostgres;
let service: TestService;
beforeAll(async () => {
  postgres = await startPostgres();
  service = await startTestService({ databaseUrl: await postgres.newDatabase() });
});
afterAll(async () => {
  await service.close();
  await postgres.close();
});

describeWriters('PostgreSQL', () => service);
