import { expect } from 'vitest';
import type { LookupSubject } from '../../src/schema/lookup.ts';
import { beginLookup } from '../../src/services/lookups/begin-lookup.ts';
import { startTestService, type TestProject, type TestService } from '../fixtures/start-service.ts';
import { expectExact } from './lookup-lab.ts';

const NOW = '2026-01-05T12:00:00Z';
const MONTHS = ['2024-12', '2025-11', '2025-11', '2026-01'];
const SUBJECTS: readonly LookupSubject[] = [{ kind: 'property', key: 'customer' }, { kind: 'distinct_id' }];

/** A service at a time at which these events are of late. */
export async function startAtEvents(): Promise<TestService> {
  const service = await startTestService();
  service.setNow(NOW);
  return service;
}

/** Events of three months and ten persons. */
export const EVENTS = Array.from({ length: 80 }, (_, index) => ({
  uuid: `0190e5b5-7c4b-7a31-9b5e-${String(index).padStart(12, '0')}`,
  event: index % 8 === 0 ? 'goes' : 'stays',
  distinct_id: `d${index % 10}`,
  timestamp: `${MONTHS[index % 4]}-02T10:00:00Z`,
  properties: {
    customer: index % 3 === 0 ? String(index % 4) : index % 4,
    $groups: { company: `c${index % 2}` },
  },
}));

/** A project whose events stand in ready lookups. */
export async function openProject(service: TestService, name: string): Promise<TestProject> {
  const project = await service.addProject(name);
  await project.capture(EVENTS);
  for (const subject of SUBJECTS) await beginLookup(service.services, project.projectId, subject);
  await untilReady(service, project);
  return project;
}

export async function untilReady(service: TestService, { projectId }: TestProject): Promise<void> {
  await service.services.lookupBuilder.look();
  await expect
    .poll(async () => (await expectExact(service.services, projectId, 'built')).every(isReady), PATIENT)
    .toBe(true);
}

const isReady = ({ state }: { readonly state: string }) => state === 'ready';
/** For `expect.poll`. */
export const PATIENT = { timeout: 30_000, interval: 100 };

/** Rows of the lookup by distinct id, which has every event. */
export async function countRows(service: TestService, projectId: number): Promise<number> {
  const { rows } = await service.engine.command(
    `SELECT count() FROM app.lookups WHERE project_id = ${projectId}
      AND lookup = (SELECT max(lookup) FROM app.lookups WHERE project_id = ${projectId})`,
  );
  return Number(JSON.parse(Buffer.from(rows).toString())[0]);
}
