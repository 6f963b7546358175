import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { MemoryLeaseBook } from '../../../test/fixtures/memory-lease-book.ts';
import { RandomSource } from '../../../test/fixtures/random-source.ts';
import { scaled, seed } from '../../../test/fixtures/test-scale.ts';
import type { Engine } from '../../adapters/engine/engine.ts';
import type { Database } from '../../adapters/store/database.ts';
import { stopwatchMs } from '../../base/clock.ts';
import { isAppError } from '../../base/errors.ts';
import { laneOfProject } from './lane-of-project.ts';
import { SharedLanes } from './shared-lanes.ts';

// [CAP-10.1], [CAP-10.2], [CAP-10.3]: services of one process and a book of leases in memory.

const TERM_MS = 150;
const PROJECTS = [1, 2, 3, 4, 5];

/** Counts by project, changed by reading and then writing: what is lost when two do so at once. */
class Counts {
  readonly counts = new Map(PROJECTS.map((project) => [project, 0]));
  refused = 0;

  /** An engine that refuses what comes late, whoever sends it. */
  get engine(): Engine {
    const command: Engine['command'] = async (_sql, parameters = {}, { deadline } = {}) => {
      const atMs = deadline?.atMs ?? 0;
      await delay(Number(parameters['pause']?.value));
      if (stopwatchMs() > atMs) {
        this.refused += 1;
        throw new Error('too late');
      }
      this.counts.set(Number(parameters['project']?.value), Number(parameters['count']?.value));
      return NO_ROWS;
    };
    return { command } as Engine;
  }
}

const NO_ROWS = {
  columns: [],
  rows: new Uint8Array(),
  rowCount: 0,
  lastRowStart: 0,
  statistics: {},
} as never;

const database = { transaction: (work) => work(undefined as never) } as Pick<Database, 'transaction'>;

function openService(book: MemoryLeaseBook, owner: string, { isFrozen = false } = {}) {
  const completed: string[] = [];
  const lanes = new SharedLanes({
    database,
    book,
    owner,
    times: { termMs: TERM_MS, renewMs: isFrozen ? 60_000 : TERM_MS / 5, marginMs: 20 },
    complete: async () => void completed.push(owner),
  });
  return { lanes, completed };
}

test.each([1, 3])('in %i lanes nothing is lost, whoever stands still and for however long', async (count) => {
  const random = new RandomSource(seed());
  const book = new MemoryLeaseBook();
  await book.setLanes(undefined as never, count);
  const state = new Counts();
  const done = new Map(PROJECTS.map((project) => [project, 0]));
  const turns = Array.from({ length: 5 }, async (_, index) => {
    const { lanes } = openService(book, `service ${index}`, { isFrozen: index < 2 });
    for (let turn = 0; turn < scaled(12); turn += 1) {
      const project = PROJECTS[random.below(PROJECTS.length)] ?? 1;
      const pause = index < 2 && random.below(3) === 0 ? 2 * TERM_MS : random.below(4);
      await lanes
        .hold({ kind: 'project', projectId: project }, async (lease) => {
          const read = state.counts.get(project) ?? 0;
          await delay(random.below(4));
          const parameters = {
            project: { type: 'UInt64', value: project },
            count: { type: 'UInt64', value: read + 1 },
            pause: { type: 'UInt64', value: pause },
          } as const;
          await lease.on(state.engine).command('', parameters);
          done.set(project, (done.get(project) ?? 0) + 1);
        })
        .catch(() => undefined);
    }
  });
  await Promise.all(turns);
  expect(state.counts).toEqual(done);
  expect(state.refused).toBeGreaterThan(0);
});

test('a transaction under a lease that is lost fails', async () => {
  const book = new MemoryLeaseBook();
  const { lanes } = openService(book, 'frozen', { isFrozen: true });
  const working = lanes.hold({ kind: 'project', projectId: 1 }, async (lease) => {
    await lease.in(database).transaction(async () => undefined);
    await delay(2 * TERM_MS);
    return lease.in(database).transaction(async () => 'written');
  });
  await expect(working).rejects.toMatchObject({ code: 'engine_unavailable' });
});

test('who comes after an owner that has left something undone completes it, once', async () => {
  const book = new MemoryLeaseBook();
  const failing = openService(book, 'failing');
  const [next, later] = [openService(book, 'next'), openService(book, 'later')];
  const wanted = { kind: 'project', projectId: 1 } as const;
  await expect(failing.lanes.hold(wanted, () => Promise.reject(new Error('cut off')))).rejects.toThrow(
    'cut off',
  );
  await next.lanes.hold(wanted, async () => expect(next.completed).toEqual(['next']));
  await later.lanes.hold(wanted, async () => undefined);
  expect([failing.completed, later.completed]).toEqual([[], []]);
});

test('the number of lanes changes when nobody writes, and who waited is told', async () => {
  const book = new MemoryLeaseBook();
  const { lanes } = openService(book, 'one');
  const gate = Promise.withResolvers<void>();
  const holding = lanes.hold({ kind: 'lane', lane: 0, lanes: 1 }, () => gate.promise);
  let isChanged = false;
  const changing = openService(book, 'other')
    .lanes.setCount(4, async () => false)
    .then(() => {
      isChanged = true;
    });
  const waiting = openService(book, 'third').lanes.hold(
    { kind: 'project', projectId: 7 },
    async () => 'held',
  );
  const told = waiting.catch((error: unknown) => isAppError(error, 'engine_unavailable'));
  await delay(TERM_MS);
  expect(isChanged).toBe(false);
  gate.resolve();
  await holding;
  await changing;
  expect(await told).toBe(true);
  await expect(lanes.hold({ kind: 'lane', lane: 0, lanes: 1 }, async () => 'held')).rejects.toMatchObject({
    code: 'engine_unavailable',
  });
  const lane = laneOfProject(7, 4);
  expect(await lanes.hold({ kind: 'lane', lane, lanes: 4 }, async () => 'held')).toBe('held');
  expect(await openService(book, 'last').lanes.setCount(2, async () => true)).toBe(false);
});
