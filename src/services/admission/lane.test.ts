import { describe, expect, test } from 'vitest';
import { Deadline } from '../../base/deadline.ts';
import { Lane, type LaneLimits } from './lane.ts';

// [SPEC-7.8].

const MANY = { all: 10, ofGroup: 10, ofMember: 10 };
const LIMITS: LaneLimits = { places: { all: 2, ofGroup: 2, ofMember: 2 }, waiting: MANY };
const withPlaces = (places: Partial<LaneLimits['places']>): LaneLimits => ({
  ...LIMITS,
  places: { ...LIMITS.places, ...places },
});
const alive = new AbortController().signal;

/** Starts work that ends when told to. */
function start(lane: Lane, member = 'k', project = 1, options: { ms?: number; signal?: AbortSignal } = {}) {
  const gate = Promise.withResolvers<string>();
  let hasStarted = false;
  const ended = lane.run(
    { group: String(project), member },
    { deadline: Deadline.after(options.ms ?? 10_000), signal: options.signal ?? alive },
    () => {
      hasStarted = true;
      return gate.promise;
    },
  );
  ended.catch(() => undefined);
  return { ended, finish: () => gate.resolve('done'), hasStarted: () => hasStarted };
}

const settle = (): Promise<void> => new Promise(setImmediate);

describe('Lane', () => {
  test('lets the next one in when a place is free, in order', async () => {
    const lane = new Lane(LIMITS);
    const [first, second, third, fourth] = [1, 2, 3, 4].map(() => start(lane));
    expect([lane.running, lane.waiting]).toEqual([2, 2]);
    second?.finish();
    await settle();
    expect([third?.hasStarted(), fourth?.hasStarted()]).toEqual([true, false]);
    for (const each of [first, third, fourth]) {
      each?.finish();
      await settle();
    }
    expect(await fourth?.ended).toBe('done');
    expect([lane.running, lane.waiting]).toEqual([0, 0]);
  });

  test('a key with all its places lets others pass', async () => {
    const lane = new Lane(withPlaces({ ofMember: 1 }));
    const busy = start(lane, 'a');
    const waiting = start(lane, 'a');
    const other = start(lane, 'b');
    expect([waiting.hasStarted(), other.hasStarted()]).toEqual([false, true]);
    busy.finish();
    await settle();
    expect(waiting.hasStarted()).toBe(true);
  });

  test('a place is held as long as the engine is at what was begun in it', async () => {
    const lane = new Lane(withPlaces({ ofMember: 1 }));
    const engine = Promise.withResolvers<void>();
    const wanted = { deadline: Deadline.after(10_000), signal: alive, lastsUntil: () => engine.promise };
    const failing = lane.run({ group: '1', member: 'a' }, wanted, () =>
      Promise.reject(new Error('told at once')),
    );
    await expect(failing).rejects.toThrow('told at once');
    const next = start(lane, 'a');
    await settle();
    expect([lane.running, next.hasStarted()]).toEqual([1, false]);
    engine.resolve();
    await settle();
    expect(next.hasStarted()).toBe(true);
  });

  test.each([
    ['query_capacity when all places are taken', LIMITS, 'c', 9],
    ['throttled when the key has all its places', withPlaces({ all: 9, ofGroup: 9 }), 'a', 9],
    ['throttled when the project has all its places', withPlaces({ all: 9 }), 'c', 1],
  ])('refuses at the deadline with %s', async (expected, limits, keyId, projectId) => {
    const lane = new Lane(limits);
    start(lane, 'a');
    start(lane, 'a');
    const { ended } = start(lane, keyId, projectId, { ms: 1 });
    await expect(ended).rejects.toMatchObject({ code: expected.split(' ')[0], retryAfterSeconds: 1 });
    expect(lane.waiting).toBe(0);
  });

  test.each([
    [true, 'query_capacity'],
    [false, 'throttled'],
  ])('a full share while nobody is served (%s) is told as %s', async (isHeld, code) => {
    const lane = new Lane({ ...withPlaces({ all: 9, ofMember: 1 }), waiting: { ...MANY, ofMember: 1 } });
    const turn = { group: '1', member: 'a' };
    start(lane, 'a');
    const wanted = { signal: alive, isAllHeld: () => isHeld };
    const waiting = lane.run(turn, { ...wanted, deadline: Deadline.after(1) }, () => Promise.resolve());
    // Its own queue is full too.
    await expect(lane.run(turn, wanted, () => Promise.resolve())).rejects.toMatchObject({ code });
    await expect(waiting).rejects.toMatchObject({ code, retryAfterSeconds: 1 });
  });

  test('refuses at once when the queue is full', async () => {
    const lane = new Lane({ ...LIMITS, waiting: { ...MANY, all: 1 } });
    for (const keyId of ['a', 'b', 'c']) start(lane, keyId, Number.parseInt(keyId, 36));
    await expect(start(lane, 'd', 4).ended).rejects.toMatchObject({ code: 'query_capacity' });
  });

  test('a waiter that leaves in the turn in which a place becomes free takes none', async () => {
    const lane = new Lane(withPlaces({ all: 1 }));
    const controller = new AbortController();
    const busy = start(lane);
    const waiting = start(lane, 'k', 1, { signal: controller.signal });
    busy.finish();
    controller.abort(new Error('gone'));
    await expect(waiting.ended).rejects.toThrow('gone');
    await settle();
    expect([lane.running, lane.waiting]).toEqual([0, 0]);
  });

  test('a waiter that leaves takes no place', async () => {
    const lane = new Lane(withPlaces({ all: 1 }));
    const busy = start(lane);
    const controller = new AbortController();
    const leaving = start(lane, 'b', 2, { signal: controller.signal });
    controller.abort(new Error('left'));
    await expect(leaving.ended).rejects.toThrow('left');
    busy.finish();
    await settle();
    expect(lane.running).toBe(0);
  });

  test('gives the place back when the work fails', async () => {
    const lane = new Lane(LIMITS);
    const failing = lane.run(
      { group: '1', member: 'k' },
      { deadline: Deadline.after(1000), signal: alive },
      () => Promise.reject(new Error('broken')),
    );
    await expect(failing).rejects.toThrow('broken');
    expect(lane.running).toBe(0);
  });
});
