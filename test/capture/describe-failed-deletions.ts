import { expect, onTestFinished, test } from 'vitest';
import { newUuid } from '../../src/base/ids.ts';
import { deletePerson } from '../../src/services/capture/deletion/delete-person.ts';
import { startCapture } from './capture-fixture.ts';
import { Interruption } from './interruption.ts';

const AUTHOR = { keyId: 'k', label: 'root' };

/** Lets the deletion of a person fail at its first call to the engine, and then at each `every` calls. */
export function describeFailedDeletions({ every }: { readonly every: number }): void {
  test('a deletion that fails at any call is completed, by the next writer or the next start', async () => {
    const interruption = new Interruption();
    const capture = await startCapture((engine) => interruption.wrap(engine));
    onTestFinished(() => capture.close());
    const caller = { projectId: capture.project.id, author: AUTHOR };
    const send = (distinctId: string) =>
      capture.send({
        api_key: 'slc_test',
        batch: [{ uuid: newUuid(), event: 'e', distinct_id: distinctId }],
      });
    const left = () =>
      capture.rows(`SELECT (SELECT count() FROM app.events), (SELECT count() FROM app.event_ids)`);
    /** A person with an event, who is about to go. */
    const goner = async () => {
      await send('goner');
      const [row] = await capture.rows(
        `SELECT person_id FROM app.events WHERE distinct_id = 'goner' ORDER BY created_at DESC LIMIT 1`,
      );
      return String(row?.[0]);
    };
    await send('stays');
    const person = await goner();
    interruption.arm(Number.POSITIVE_INFINITY, false);
    await deletePerson(capture.services, caller, person);
    const calls = interruption.calls;
    expect(calls).toBeGreaterThanOrEqual(2);
    for (let call = 1; call <= calls; call += every)
      for (const worksBeforeFailing of [false, true]) {
        const next = await goner();
        interruption.arm(call, worksBeforeFailing);
        await expect(deletePerson(capture.services, caller, next)).rejects.toThrow('interrupted');
        interruption.disarm();
        if (worksBeforeFailing) await capture.reopen();
        else await capture.services.writeLock.hold('capture', async () => undefined);
        expect(await left(), `failed at call ${call}`).toEqual([[1, 1]]);
      }
  }, 180_000);
}
