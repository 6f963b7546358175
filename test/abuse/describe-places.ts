import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMisbehaviours } from './misbehaviours.ts';
import type { PatientErrand, PatientExperience } from './patient-tenant.ts';
import { type MeasuredService, startMeasuredService } from './start-measured-service.ts';

/** What takes places of the engine, all at once. */
const WORST = [
  'heavy queries',
  'exports and streams whose readers stop',
  'deletions of nothing',
  'imports of large files',
  'builds that take long',
];
/** With 200 samples of an import on a machine that does much besides. */
const LONGEST_MS = 1_500_000;
/** What the control needs on a machine that does nothing else; a slower one is granted more in proportion. */
const QUIET_CONTROL_MS = 5;

/**
 * One tenant takes all places that it can, all the time; the other one still has its answers. Prints the four numbers.
 * @param samples of each number
 */
export function describePlaces({ samples }: { readonly samples: number }): void {
  let service: MeasuredService;
  let patient: ChildProcess;
  let control: ChildProcess;
  let errand: PatientErrand;

  beforeAll(async () => {
    [patient, control] = ['patient-tenant.ts', 'control-server.ts'].map((name) =>
      fork(path.join(import.meta.dirname, name), { execArgv: [] }),
    ) as [ChildProcess, ChildProcess];
    const [{ port }] = await once(control, 'message');
    service = await startMeasuredService({ drainTimeoutMs: 1_000 });
    errand = { ...(await settle(service)), samples, controlUrl: `http://127.0.0.1:${port}/` };
  });
  afterAll(async () => {
    patient.disconnect();
    control.disconnect();
    await service.close();
  });

  const experience = async (count: number): Promise<PatientExperience> => {
    const answered = once(patient, 'message');
    patient.send({ ...errand, samples: count });
    const [told] = (await answered) as [PatientExperience];
    expect(told.failures).toEqual([]);
    return told;
  };

  test(
    'while one tenant does its worst, the other has answers, captures and imports in time',
    async () => {
      await experience(5);
      const quiet = await experience(Math.min(20, samples));
      const stop = new AbortController();
      const misbehaving = misbehave(service, stop.signal);
      await delay(1_000);
      const { milliseconds } = await experience(samples).finally(() => stop.abort());
      await misbehaving;
      const slower = Math.max(1, percentile(milliseconds.control, 0.99) / QUIET_CONTROL_MS);
      const numbers = {
        'cached p99': [percentile(milliseconds.cached, 0.99), 50],
        'small uncached p99': [
          percentile(milliseconds.small, 0.99),
          10 * percentile(quiet.milliseconds.small, 0.5),
        ],
        'capture p95': [percentile(milliseconds.capture, 0.95), 3_000],
        'import of a line p95': [percentile(milliseconds.import, 0.95), 5_000],
      } as const;
      for (const [name, [found, most]] of Object.entries(numbers))
        console.log(
          `${name}: ${found.toFixed(0)} ms of ${most.toFixed(0)} (machine ${slower.toFixed(1)} times)`,
        );
      for (const [name, [found, most]] of Object.entries(numbers))
        expect(found, name).toBeLessThan(most * slower);
    },
    LONGEST_MS,
  );
}

/** Project 2 with an endpoint whose answer is cached. */
async function settle(service: MeasuredService): Promise<Omit<PatientErrand, 'samples' | 'controlUrl'>> {
  const { call, url } = service;
  const made = await call('POST', '/api/projects', { body: { name: 'Patient' } });
  const { id: projectId, api_token: captureToken } = JSON.parse(made.text ?? '');
  const scopes = ['endpoint:read', 'endpoint:write', 'query:read', 'event:write'];
  const body = { label: 'patient', scopes, projects: [projectId] };
  const key: string = JSON.parse((await call('POST', '/api/personal_api_keys', { body })).text ?? '').value;
  const query = { kind: 'HogQLQuery', query: 'select count() from events' };
  const endpoint = { key, body: { name: 'counts', query } };
  expect((await call('POST', `/api/projects/${projectId}/endpoints`, endpoint)).status).toBe(201);
  return { url, projectId, key, captureToken };
}

/** All of the worst at once, until `stop`. */
async function misbehave(service: MeasuredService, stop: AbortSignal): Promise<void> {
  const all = (await readMisbehaviours()).filter(({ name }) => WORST.includes(name));
  expect(all.map(({ name }) => name).toSorted()).toEqual(WORST.toSorted());
  for (const { prepare } of all) await prepare?.(service);
  const senders = all.flatMap((one) => Array.from({ length: one.senders }, () => one));
  let turn = 0;
  await Promise.all(
    senders.map(async ({ act }) => {
      while (!stop.aborted) await act(service, turn++).catch(() => delay(10));
    }),
  );
}

function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
