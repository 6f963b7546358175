import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { SeededRandom } from '../../src/services/demo/random.ts';
import { startTestService } from '../fixtures/start-service.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { expectExact } from '../lookups/lookup-lab.ts';
import { type CaptureProcess, kill, newBatch, send, startCaptureProcess } from './capture-process.ts';

// [ENG-13.2], [ENG-13.3]. The service or its engine is killed while lookups are built and events are written into them.

const MAIN = path.join(import.meta.dirname, 'lookup-service.ts');
const PATIENT = { timeout: 60_000, interval: 100 };

test(`lookups are exact after kills at any moment (seed ${seed()})`, async () => {
  const folder = temporaryFolder();
  const random = new SeededRandom(seed());
  let events = 0;
  for (let round = 0; round < scaled(40); round += 1) {
    const service = await startCaptureProcess(folder, { main: MAIN });
    const { rootKey } = service;
    const sending = sendUntilDead(service, random);
    await delay(random.between(0, 3_000));
    if (round % 2 === 1) {
      const { engineProcessIds } = service;
      const before = engineProcessIds.length;
      process.kill(engineProcessIds.at(-1) ?? 0, 'SIGKILL');
      await expect.poll(() => engineProcessIds.length, PATIENT).toBeGreaterThan(before);
      await delay(random.between(0, 3_000));
    }
    await kill(service);
    await sending;
    events = await judge(folder, rootKey, `round ${round} of seed ${seed()}`);
  }
  expect(events).toBeGreaterThan(0);
});

async function sendUntilDead(service: CaptureProcess, random: SeededRandom): Promise<void> {
  for (;;) if ((await send(service, newBatch(random, service.captureToken), true)) === 'dead') return;
}

/** Holds every lookup to the events, when all are built. @returns how many events there are */
async function judge(dataDir: string, rootKey: string, when: string): Promise<number> {
  // An engine that the service had just started when it was killed ends by itself, in a moment.
  const service = await vi.waitFor(() => startTestService({ dataDir, rootKey }), PATIENT);
  try {
    const { services, projectId } = service;
    const builtRows = async () => {
      await services.captureWriter.whenWritten(services.spool.end, 60_000);
      await services.lookupBuilder.look();
      return expectExact(services, projectId, when);
    };
    await expect
      .poll(async () => (await builtRows()).every(({ state }) => state === 'ready'), PATIENT)
      .toBe(true);
    const { rows } = await services.engine.command('SELECT toUInt32(count()) FROM app.events');
    return Number(JSON.parse(Buffer.from(rows).toString())[0]);
  } finally {
    await service.close({ keepData: true });
  }
}
