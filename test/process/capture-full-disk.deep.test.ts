import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SeededRandom } from '../../src/services/demo/random.ts';
import { seed } from '../fixtures/test-scale.ts';
import { type Batch, kill, newBatch, send, startCaptureProcess } from './capture-process.ts';
import { expectOnce } from './kill-capture.ts';

// The file of the spool cannot grow beyond 8 MB; a batch takes 200 kB of it.
const DISK = { maxFileKilobytes: 8_192 };
const TEXT = 'x'.repeat(10_000);
const REFUSALS = 5;

test('a full disk refuses events with 503 and loses none that it took', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-test-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const random = new SeededRandom(seed());
  const service = await startCaptureProcess(folder, DISK);
  const acknowledged: Batch[] = [];
  const refused: Batch[] = [];
  const client = async (): Promise<void> => {
    while (refused.length < REFUSALS) {
      const batch = newBatch(random, service.captureToken, TEXT);
      const status = await send(service, batch, false);
      expect([200, 503]).toContain(status);
      (status === 200 ? acknowledged : refused).push(batch);
    }
  };
  await Promise.all([client(), client()]);
  expect(acknowledged.length).toBeGreaterThan(10);
  await kill(service);
  await expectOnce(folder, acknowledged, refused);
});
