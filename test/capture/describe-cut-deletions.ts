import { expect, onTestFinished, test } from 'vitest';
import {
  type DeletionSource,
  type EventDeletionKey,
  findEventDeletion,
} from '../../src/adapters/store/event-deletion-store.ts';
import { AppError } from '../../src/base/errors.ts';
import { newUuid } from '../../src/base/ids.ts';
import { beginEventDeletion } from '../../src/services/capture/deletion/create-event-deletion.ts';
import { EventDeletions } from '../../src/services/capture/deletion/event-deletions.ts';
import { type CaptureFixture, startCapture } from './capture-fixture.ts';
import { deletionServices } from './deletion-fixture.ts';
import { importLines } from './import-fixture.ts';
import { Interruption } from './interruption.ts';

// [CAP-9.1], [CAP-9.3], [CAP-9.4].

/** For `expect.poll`. */
const PATIENT = { timeout: 20_000, interval: 20 };

const STAYS = '0190e5b5-7c4b-7a31-9b5e-0000000000aa';
const GOING = ['2024-05-01', '2024-06-01'].map((timestamp) => ({
  uuid: newUuid(),
  event: 'goes',
  distinct_id: 'a',
  timestamp,
}));
const STAYING = { uuid: STAYS, event: 'stays', distinct_id: 'a', timestamp: '2024-06-01' };

/** Brings two events that go, of two months, and one that stays; answers what names the two. */
const BRINGS: Readonly<Record<string, (capture: CaptureFixture) => Promise<DeletionSource>>> = {
  'a deletion by name': async (capture) => {
    await capture.send({ api_key: 'slc_test', batch: [...GOING, STAYING] });
    return { kind: 'bounds', bounds: { event: 'goes' } };
  },
  'undoing an import': async (capture) => {
    await capture.send({ api_key: 'slc_test', batch: [STAYING] });
    await importLines(capture, [...GOING, STAYING]);
    const [[source] = []] = await capture.rows('SELECT max(source) FROM app.event_ids');
    return { kind: 'import', source: Number(source) };
  },
};

/** Cuts deletions of events off at their first call to the engine, and then at each `every` calls. */
export function describeCutDeletions({ every }: { readonly every: number }): void {
  test.each(Object.entries(BRINGS))(
    '%s that is cut off at any call goes on, and nothing else goes',
    async (name, bring) => {
      const interruption = new Interruption();
      interruption.errorOf = (message) => new AppError('engine_unavailable', message);
      const capture = await startCapture((engine) => interruption.wrap(engine));
      onTestFinished(() => capture.close());
      await capture.services.engine.ensureProject(capture.project.id);
      const { id: projectId } = capture.project;
      const left = () =>
        capture.rows(`SELECT (SELECT count() FROM app.events), (SELECT count() FROM app.event_ids),
        (SELECT count() FROM system.tables WHERE startsWith(name, 'deletion_'))`);
      const begin = async () => {
        const source = await bring(capture);
        return capture.services.database.transaction((transaction) =>
          beginEventDeletion(capture.services, transaction, { projectId, source }),
        );
      };
      const stateOf = (key: EventDeletionKey) => findEventDeletion(capture.services.database.query, key);
      const start = async (): Promise<EventDeletions> => {
        const deletions = new EventDeletions(deletionServices(capture));
        await deletions.start();
        return deletions;
      };
      const first = await begin();
      interruption.arm(Number.POSITIVE_INFINITY, false);
      await new EventDeletions(deletionServices(capture)).add(first);
      const calls = interruption.calls;
      expect(await left()).toEqual([[1, 1, 0]]);
      expect(calls).toBeGreaterThanOrEqual(7);
      for (let call = 1; call <= calls; call += every) {
        const key = await begin();
        interruption.arm(call, call % 2 === 0);
        const cutOff = new EventDeletions(deletionServices(capture));
        const working = cutOff.add(key);
        await expect.poll(() => interruption.calls, PATIENT).toBeGreaterThanOrEqual(call);
        await cutOff.close();
        await working;
        interruption.disarm();
        await capture.reopen();
        const deletions = await start();
        await expect
          .poll(() => stateOf(key), PATIENT)
          .toMatchObject({
            state: 'completed',
            // Filters may hold values of persons.
            source: name === 'undoing an import' ? { kind: 'import' } : null,
            total: 2,
            deleted: 2,
          });
        await expect.poll(left, PATIENT).toEqual([[1, 1, 0]]);
        await deletions.close();
      }
    },
    120_000,
  );
}
