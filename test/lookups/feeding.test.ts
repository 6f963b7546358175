import { expect, onTestFinished, test } from 'vitest';
import { updateLookup } from '../../src/adapters/store/lookup-store.ts';
import { AppError } from '../../src/base/errors.ts';
import { beginLookup } from '../../src/services/lookups/begin-lookup.ts';
import { type CaptureFixture, startCapture } from '../capture/capture-fixture.ts';
import { Interruption } from '../capture/interruption.ts';
import { expectExact, SUBJECTS } from './lookup-lab.ts';

const AT = '2026-01-0';

/** Events of three days and two years, with values under all subjects. */
function batch(from: number, count = 30): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({
    uuid: `0190e5b5-7c4b-7a31-9b5e-${String(from + index).padStart(12, '0')}`,
    event: 'e',
    distinct_id: `d${index % 4}`,
    timestamp: index % 5 === 0 ? '2025-03-03T03:03:03Z' : `${AT}${1 + (index % 3)}T00:00:00Z`,
    properties: {
      ...(index % 3 > 0 && { customer: index % 2 === 0 ? index : `c${index}` }),
      ...(index % 4 === 0 && { [`it's \\ "ü`]: 'x'.repeat(300) }),
      ...(index % 2 === 0 && { $groups: { company: 'acme' } }),
    },
  }));
}

const send = (capture: CaptureFixture, from: number) =>
  capture.send({ api_key: 'slc_test', batch: batch(from) });

/** Lookups of all subjects: of the first, second and last all events, of the others those from 2026-01-02 on. */
async function beginAll({ services, project }: CaptureFixture): Promise<void> {
  for (const [index, subject] of SUBJECTS.entries()) {
    const lookup = await beginLookup(services, project.id, subject);
    const coveredFromUs = index % 3 < 2 ? 0 : Date.UTC(2026, 0, 2) * 1000;
    await updateLookup(services.database.query, lookup, { coveredFromUs });
  }
}

test('what is captured stands in the lookups that cover its time when it is visible [ENG-13.2]', async () => {
  const capture = await startCapture();
  onTestFinished(() => capture.close());
  await beginAll(capture);
  await send(capture, 0);
  await expectExact(capture.services, capture.project.id, 'a block');
  await send(capture, 0);
  await send(capture, 20);
  const lookups = await expectExact(capture.services, capture.project.id, 'a block with repeats');
  const fed = await capture.rows('SELECT lookup, count() FROM app.lookups GROUP BY lookup ORDER BY lookup');
  expect(fed.length, 'all but those of the group that nobody has').toBe(lookups.length - 1);
});

test('a block that is cut off at any call is in the lookups once, whether or not the call had worked', async () => {
  const interruption = new Interruption();
  interruption.errorOf = (message) => new AppError('engine_unavailable', message);
  interruption.failures = 1;
  const capture = await startCapture((engine) => interruption.wrap(engine));
  onTestFinished(() => capture.close());
  await beginAll(capture);
  interruption.arm(Number.POSITIVE_INFINITY, false);
  await send(capture, 0);
  const { calls } = interruption;
  expect(calls).toBeGreaterThanOrEqual(5);
  for (let call = 1; call <= calls; call += 1)
    for (const works of [false, true]) {
      interruption.arm(call, works);
      await send(capture, (2 * call + (works ? 1 : 0)) * 100);
      interruption.disarm();
      await expectExact(capture.services, capture.project.id, `cut off at call ${call}`);
    }
});

test('a project without lookups has nothing inserted', async () => {
  const inserted: string[] = [];
  const capture = await startCapture((engine) => {
    const insert = engine.insert.bind(engine);
    engine.insert = async (rows) => {
      if (rows.body.length > 0) inserted.push(rows.table);
      await insert(rows);
    };
    return engine;
  });
  onTestFinished(() => capture.close());
  await send(capture, 0);
  expect(inserted).toContain('events');
  expect(inserted).not.toContain('lookups');
  await beginLookup(capture.services, capture.project.id, { kind: 'distinct_id' });
  await send(capture, 100);
  expect(inserted, 'nothing is covered yet').not.toContain('lookups');
});
