import { expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../src/adapters/engine/engine.ts';
import { startTestEngine } from '../fixtures/start-engine.ts';
import { BlocksOfEvents } from './block-of-events.ts';
import { readRows } from './capture-fixture.ts';

// While the engine takes a block, the next one is brought into the store. [CAP-7.7].

const EVENTS = 2_000;
const COUNTS = `SELECT count(), uniqExact(uuid), (SELECT count() FROM app.event_ids), (SELECT uniqExact(uuid) FROM app.event_ids)
  FROM app.events`;

async function start(): Promise<{ readonly engine: Engine; readonly blocks: BlocksOfEvents }> {
  const { engine, close } = await startTestEngine();
  const blocks = await BlocksOfEvents.open(EVENTS);
  onTestFinished(async () => {
    await blocks.close();
    await close();
  });
  return { engine, blocks };
}

test('a block that brings events of the block before waits until these are known', async () => {
  const { engine, blocks } = await start();
  const [first, fresh] = [blocks.next(), blocks.next()];
  const repeating = blocks.next([...first.uuids.slice(-5), ...fresh.uuids.slice(0, 3)]);
  const { sources, ...applied } = await first.apply(engine);
  const gate = Promise.withResolvers<void>();
  const written = gate.promise.then(() => first.insert(engine, { ...applied, sources }));
  const appliedFresh = await fresh.apply(engine, { sources, written });
  let isApplied = false;
  const applying = repeating.apply(engine, { sources, written }).finally(() => {
    isApplied = true;
  });
  await fresh.insert(engine, appliedFresh);
  expect(isApplied).toBe(false);
  gate.resolve();
  const { duplicates } = await applying;
  expect(duplicates).toBe(8);
  const all = 2 * EVENTS;
  expect(await readRows(engine, COUNTS)).toEqual([[all, all, all, all]]);
});

test.each([
  ['none', 0],
  ['the first', 1],
  ['both, and only the progress is missing', 2],
])('of two blocks that were applied %s is inserted: both are written as one', async (_, inserted) => {
  const { engine, blocks } = await start();
  const [first, second] = [blocks.next(), blocks.next()];
  const applied = [await first.apply(engine), await second.apply(engine)];
  const joined = blocks.joined(first, second);
  for (const [index, block] of [first, second].entries()) {
    const each = applied[index];
    if (each !== undefined && index < inserted) await block.insert(engine, each);
  }
  await joined.write(engine);
  const all = 2 * EVENTS;
  expect(await readRows(engine, COUNTS)).toEqual([[all, all, all, all]]);
});
