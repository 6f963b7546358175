import { statfsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { countOverrides } from '../../src/adapters/store/person-fold-store.ts';
import { newUuid } from '../../src/base/ids.ts';
import { PersonFolder } from '../../src/services/capture/fold/person-folder.ts';
import { AT_ONCE, foldStep } from '../fixtures/fold-now.ts';
import { fillDisk, mountDisk } from '../fixtures/small-disk.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// [CAP-6.5]: folding is a writer too. Its disk fills before each of its steps.

const PATIENT = { timeout: 90_000, interval: 250 };
const SETTLE = { ...AT_ONCE, settleMs: 300 };

test.each(['waiting', 'fenced', 'folded'] as const)(
  'a fold that is %s when the disk fills waits, changes no answer, and ends by itself once there is room',
  async (phase) => {
    const disk = mountDisk('300m');
    const service = await startTestService({ dataDir: path.join(disk, 'data') });
    onTestFinished(() => service.close({ keepData: true }));
    await mergeVisitors(service);
    const { services, projectId } = service;
    for (let now = 'waiting'; now !== phase; ) now = await foldStep(services, projectId);
    const filling = new AbortController();
    const file = path.join(disk, 'ballast');
    const filled = fillDisk(file, filling.signal);
    await expect.poll(() => statfsSync(disk).bavail, PATIENT).toBe(0);
    const folder = new PersonFolder(services, { ...SETTLE, pollMs: 100 });
    const left = () => countOverrides(services.database.query, { projectId });
    expect(await left()).toBe(5);
    folder.start();
    onTestFinished(() => folder.close());
    // A step fails and is tried again, or waits in the engine until there is room.
    await delay(5_000);
    expect(await personsOf(service)).toEqual([[9]]);
    expect(await left()).toBe(5);
    filling.abort();
    await filled;
    await expect.poll(left, PATIENT).toBe(0);
    expect(await personsOf(service)).toEqual([[9]]);
  },
);

/** Nine users, and five visitors who sign in as five of them. */
async function mergeVisitors(service: TestService): Promise<void> {
  const named = (event: string, distinct_id: string, properties: object) => ({
    ...{ uuid: newUuid(), event, distinct_id, properties },
  });
  const text = 'x'.repeat(2_000);
  await service.capture(Array.from({ length: 900 }, (_, n) => named('seen', `user-${n % 9}`, { n, text })));
  const visitors = Array.from({ length: 5 }, (_, n) => `visitor-${n}`);
  await service.capture(visitors.map((visitor) => named('seen', visitor, { text })));
  await service.capture(
    visitors.map((visitor, n) => named('$identify', `user-${n}`, { $anon_distinct_id: visitor })),
  );
}

async function personsOf(service: TestService): Promise<unknown> {
  const query = { kind: 'HogQLQuery', query: 'select uniq(person_id) from events' };
  return (await service.call('POST', 'query', { body: { query } })).json.results;
}
