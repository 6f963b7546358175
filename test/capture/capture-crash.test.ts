import { expect, onTestFinished, test } from 'vitest';
import { newUuid } from '../../src/base/ids.ts';
import { receive } from '../../src/services/capture/receive.ts';
import { type CaptureFixture, payloadOf, startCapture } from './capture-fixture.ts';
import { Interruption } from './interruption.ts';

// [CAP-6.1].

/** Engine calls that a block of this test needs, with some to spare: at each of them the writer is cut off. */
const CALLS = 8;

function batchOf(round: string) {
  const months = ['2025-01-10', '2025-02-10', '2025-03-10'];
  const events = months.map((timestamp) => ({
    event: round,
    distinct_id: `${round}-user`,
    uuid: newUuid(),
    timestamp,
  }));
  const identify = {
    event: '$identify',
    distinct_id: `${round}-user`,
    uuid: newUuid(),
    properties: { $anon_distinct_id: `${round}-anon`, $set: { round } },
  };
  return { api_key: 'slc_test', batch: [...events, ...events, identify] };
}

/** Closes and reopens until everything is written, as restarts do. */
async function recover(capture: CaptureFixture): Promise<void> {
  await capture.reopen();
  await capture.services.captureWriter.whenWritten(capture.services.spool.end, 20_000);
}

test('a writer cut off at any call to the engine writes everything exactly once', async () => {
  const interruption = new Interruption();
  const capture = await startCapture((engine) => interruption.wrap(engine));
  onTestFinished(() => capture.close());
  let rounds = 0;
  for (let call = 1; call <= CALLS; call += 1)
    for (const worksBeforeFailing of [false, true]) {
      const round = `round-${call}-${worksBeforeFailing}`;
      interruption.arm(call, worksBeforeFailing);
      const payload = payloadOf(batchOf(round));
      await receive(capture.services, {
        payload,
        nowMs: capture.services.clock.nowMs(),
        address: '127.0.0.1',
        waitUntilVisible: false,
      });
      await capture.reopen();
      interruption.disarm();
      await recover(capture);
      rounds += 1;
      expect(
        await capture.rows(`SELECT count(), uniqExact(uuid) FROM app.events WHERE event = '${round}'`),
        round,
      ).toEqual([[3, 3]]);
      expect(
        await capture.rows(`SELECT distinct_id, person_id IN (SELECT id FROM app.persons FINAL)
          FROM app.person_distinct_ids FINAL WHERE startsWith(distinct_id, '${round}-') ORDER BY 1`),
        round,
      ).toEqual([
        [`${round}-anon`, 1],
        [`${round}-user`, 1],
      ]);
    }
  const failures = capture.observations.filter((each) => each.kind === 'failure');
  expect(failures.length).toBeGreaterThan(rounds / 2);
  expect(await capture.rows('SELECT count(), uniqExact(project_id, uuid) FROM app.event_ids')).toEqual([
    [rounds * 4, rounds * 4],
  ]);
});
