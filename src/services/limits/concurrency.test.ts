import { describe, expect, test } from 'vitest';
import { Deadline } from '../../base/deadline.ts';
import { Concurrency, type ConcurrencyLimits } from './concurrency.ts';

// [SPEC-7.8].

const LIMITS: ConcurrencyLimits = { total: 2, perProject: 2, perKey: 2, waiting: 10 };
const alive = new AbortController().signal;

/** Starts work that ends when told to. */
function start(
  concurrency: Concurrency,
  keyId = 'k',
  projectId = 1,
  options: { ms?: number; signal?: AbortSignal } = {},
) {
  const gate = Promise.withResolvers<string>();
  let hasStarted = false;
  const ended = concurrency.run(
    { projectId, keyId },
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

describe('Concurrency', () => {
  test('lets the next one in when a place is free, in order', async () => {
    const concurrency = new Concurrency(LIMITS);
    const [first, second, third, fourth] = [1, 2, 3, 4].map(() => start(concurrency));
    expect([concurrency.running, concurrency.waiting]).toEqual([2, 2]);
    second?.finish();
    await settle();
    expect([third?.hasStarted(), fourth?.hasStarted()]).toEqual([true, false]);
    for (const each of [first, third, fourth]) {
      each?.finish();
      await settle();
    }
    expect(await fourth?.ended).toBe('done');
    expect([concurrency.running, concurrency.waiting]).toEqual([0, 0]);
  });

  test('a key with all its places lets others pass', async () => {
    const concurrency = new Concurrency({ ...LIMITS, perKey: 1 });
    const busy = start(concurrency, 'a');
    const waiting = start(concurrency, 'a');
    const other = start(concurrency, 'b');
    expect([waiting.hasStarted(), other.hasStarted()]).toEqual([false, true]);
    busy.finish();
    await settle();
    expect(waiting.hasStarted()).toBe(true);
  });

  test('a place is held as long as the engine is at what was begun in it', async () => {
    const concurrency = new Concurrency({ ...LIMITS, perKey: 1 });
    const engine = Promise.withResolvers<void>();
    const wanted = { deadline: Deadline.after(10_000), signal: alive, lastsUntil: () => engine.promise };
    const failing = concurrency.run({ projectId: 1, keyId: 'a' }, wanted, () =>
      Promise.reject(new Error('told at once')),
    );
    await expect(failing).rejects.toThrow('told at once');
    const next = start(concurrency, 'a');
    await settle();
    expect([concurrency.running, next.hasStarted()]).toEqual([1, false]);
    engine.resolve();
    await settle();
    expect(next.hasStarted()).toBe(true);
  });

  test.each([
    ['query_capacity when all places are taken', LIMITS, 'c', 9],
    ['throttled when the key has all its places', { ...LIMITS, total: 9, perKey: 2 }, 'a', 9],
    ['throttled when the project has all its places', { ...LIMITS, total: 9 }, 'c', 1],
  ])('refuses at the deadline with %s', async (expected, limits, keyId, projectId) => {
    const concurrency = new Concurrency(limits);
    start(concurrency, 'a');
    start(concurrency, 'a');
    const { ended } = start(concurrency, keyId, projectId, { ms: 1 });
    await expect(ended).rejects.toMatchObject({ code: expected.split(' ')[0], retryAfterSeconds: 1 });
    expect(concurrency.waiting).toBe(0);
  });

  test('refuses at once when the queue is full', async () => {
    const concurrency = new Concurrency({ ...LIMITS, waiting: 1 });
    for (const keyId of ['a', 'b', 'c']) start(concurrency, keyId, Number.parseInt(keyId, 36));
    await expect(start(concurrency, 'd', 4).ended).rejects.toMatchObject({ code: 'query_capacity' });
  });

  test('a waiter that leaves in the turn in which a place becomes free takes none', async () => {
    const concurrency = new Concurrency({ ...LIMITS, total: 1 });
    const controller = new AbortController();
    const busy = start(concurrency);
    const waiting = start(concurrency, 'k', 1, { signal: controller.signal });
    busy.finish();
    controller.abort(new Error('gone'));
    await expect(waiting.ended).rejects.toThrow('gone');
    await settle();
    expect([concurrency.running, concurrency.waiting]).toEqual([0, 0]);
  });

  test('a waiter that leaves takes no place', async () => {
    const concurrency = new Concurrency({ ...LIMITS, total: 1 });
    const busy = start(concurrency);
    const controller = new AbortController();
    const leaving = start(concurrency, 'b', 2, { signal: controller.signal });
    controller.abort(new Error('left'));
    await expect(leaving.ended).rejects.toThrow('left');
    busy.finish();
    await settle();
    expect(concurrency.running).toBe(0);
  });

  test('gives the place back when the work fails', async () => {
    const concurrency = new Concurrency(LIMITS);
    const failing = concurrency.run(
      { projectId: 1, keyId: 'k' },
      { deadline: Deadline.after(1000), signal: alive },
      () => Promise.reject(new Error('broken')),
    );
    await expect(failing).rejects.toThrow('broken');
    expect(concurrency.running).toBe(0);
  });
});
