import { expect, onTestFinished } from 'vitest';
import { newUuid } from '../../src/base/ids.ts';
import { startCapture } from './capture-fixture.ts';
import { importLines, line } from './import-fixture.ts';
import { Interruption } from './interruption.ts';

/**
 * Imports a file again and again, each time failing at another call to the engine (every `step`-th), and completes it
 * by a second import: nothing may be lost or doubled.
 */
export async function failImport(step: number): Promise<void> {
  const months = Array.from({ length: 51 }, (_, index) => new Date(Date.UTC(2019, index, 5)).toISOString());
  const odd = [line({ properties: { $set: { x: 1 } } }), line({ event: '$identify' })];
  const lines = [...months.map((timestamp) => line({ timestamp })), ...odd];
  const again = () => lines.map((each) => ({ ...each, uuid: newUuid() }));
  const interruption = new Interruption();
  const capture = await startCapture((engine) => interruption.wrap(engine));
  onTestFinished(() => capture.close());
  interruption.arm(Number.POSITIVE_INFINITY, false);
  await importLines(capture, again());
  const calls = interruption.calls;
  expect(calls).toBeGreaterThan(12);
  // Long enough that the attempt to clean up fails too.
  interruption.failures = 4;
  for (let call = 1; call <= calls; call += step) {
    const inRound = again();
    interruption.arm(call, call % 2 === 0);
    await importLines(capture, inRound).catch(() => undefined);
    interruption.disarm();
    // Else in the same process, which must finish what the failed import has left.
    if (call % 4 < 2) await capture.reopen();
    await importLines(capture, inRound);
    const uuids = inRound.map(({ uuid }) => `'${uuid}'`).join(', ');
    expect(
      await capture.rows(`SELECT count(), uniqExact(uuid), (SELECT uniqExact(uuid) FROM app.event_ids WHERE uuid IN (${uuids})),
        (SELECT count() - uniqExact(uuid, source) FROM app.event_ids WHERE uuid IN (${uuids}))
        FROM app.events WHERE uuid IN (${uuids})`),
      `failed at call ${call}`,
    ).toEqual([[lines.length, lines.length, lines.length, 0]]);
  }
}
