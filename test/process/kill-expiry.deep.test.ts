import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { newUuid } from '../../src/base/ids.ts';
import { SeededRandom } from '../../src/services/demo/random.ts';
import { startTestService } from '../fixtures/start-service.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { type CaptureProcess, kill, run, startCaptureProcess } from './capture-process.ts';

// [CAP-8.1], [CAP-8.4]. Each round sends events of each age and kills the service, or its engine, while they go.

const MAIN = path.join(import.meta.dirname, 'expiring-service.ts');
const KEPT_DAYS = 30;
const AGES = 100;
const PER_AGE = 20;
const DAY_MS = 86_400_000;
const COUNT = { kind: 'HogQLQuery', query: 'select count() from events' };

test(`a service killed while old events go from the disk changes no answer (seed ${seed()})`, async () => {
  const folder = temporaryFolder();
  const random = new SeededRandom(seed());
  const rounds = scaled(12);
  let rootKey = '';
  for (let round = 0; round < rounds; round += 1) {
    const service = await startCaptureProcess(folder, { main: MAIN });
    onTestFinished(() => void service.process.kill('SIGKILL'));
    rootKey = service.rootKey;
    if (round === 0) await keepSomeDays(service);
    await capture(service);
    const kept = (round + 1) * KEPT_DAYS * PER_AGE;
    expect(await run(service, COUNT)).toEqual([[kept]]);
    await delay(random.between(0, 300));
    if (round % 3 === 2) {
      process.kill(service.engineProcessIds.at(-1) ?? 0, 'SIGKILL');
      await delay(random.between(0, 300));
    }
    await kill(service);
  }
  const last = await startTestService({ dataDir: folder, rootKey });
  onTestFinished(() => last.close({ keepData: true }));
  await last.services.eventExpirer.expire();
  const { rows } = await last.services.engine.command('SELECT toUInt32(count()) FROM app.events');
  // A day more than the limit stays on the disk.
  expect(JSON.parse(Buffer.from(rows).toString())).toEqual([rounds * (KEPT_DAYS + 1) * PER_AGE]);
  const { json } = await last.call('POST', 'query', { body: { query: COUNT } });
  expect(json.results).toEqual([[rounds * KEPT_DAYS * PER_AGE]]);
});

async function keepSomeDays(service: CaptureProcess): Promise<void> {
  const { status } = await fetch(`${service.url}/api/projects/1`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${service.rootKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ event_retention_days: KEPT_DAYS }),
  });
  expect(status).toBe(200);
}

/** Sends events of each age, half a day from the limits, until all of them are acknowledged and visible. */
async function capture(service: CaptureProcess): Promise<void> {
  const batch = Array.from({ length: AGES * PER_AGE }, (_, n) => ({
    uuid: newUuid(),
    event: 'tick',
    distinct_id: `user-${n % 7}`,
    timestamp: new Date(Date.now() - ((n % AGES) + 0.5) * DAY_MS).toISOString(),
  }));
  const response = await fetch(`${service.url}/batch?wait=true`, {
    method: 'POST',
    body: JSON.stringify({ api_key: service.captureToken, batch }),
  });
  expect(response.status, await response.text()).toBe(200);
}
