import { expect, onTestFinished, test } from 'vitest';
import { newUuid } from '../../src/base/ids.ts';
import { deleteEventsBefore } from '../../src/services/capture/deletion/delete-events-before.ts';
import { startCapture } from './capture-fixture.ts';
import { Interruption } from './interruption.ts';

const AUTHOR = { keyId: 'k', label: 'root' };

test('a deletion that fails at any call is completed, by the next writer or the next start', async () => {
  const interruption = new Interruption();
  const capture = await startCapture((engine) => interruption.wrap(engine));
  onTestFinished(() => capture.close());
  const caller = { projectId: capture.project.id, author: AUTHOR };
  const send = (timestamp: string) =>
    capture.send({
      api_key: 'slc_test',
      batch: [{ uuid: newUuid(), event: 'e', distinct_id: 'a', timestamp }],
    });
  const left = () =>
    capture.rows(`SELECT (SELECT count() FROM app.events), (SELECT count() FROM app.event_ids)`);
  await send('2025-06-01T10:00:00Z');
  // A deletion of nothing is one call.
  await send('2024-06-01T10:00:00Z');
  interruption.arm(Number.POSITIVE_INFINITY, false);
  await deleteEventsBefore(capture.services, caller, Date.UTC(2025, 0, 1));
  const calls = interruption.calls;
  expect(calls).toBeGreaterThanOrEqual(2);
  for (let call = 1; call <= calls; call += 1)
    for (const worksBeforeFailing of [false, true]) {
      await send('2024-06-01T10:00:00Z');
      interruption.arm(call, worksBeforeFailing);
      const cutOff = deleteEventsBefore(capture.services, caller, Date.UTC(2025, 0, 1));
      await expect(cutOff).rejects.toThrow('interrupted');
      interruption.disarm();
      if (worksBeforeFailing) await capture.reopen();
      else await capture.services.writeLock.hold('capture', async () => undefined);
      expect(await left(), `failed at call ${call}`).toEqual([[1, 1]]);
    }
});
