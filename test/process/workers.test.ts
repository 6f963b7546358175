import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { TinypoolWorkers } from '../../src/adapters/workers/tinypool-workers.ts';
import { AppError } from '../../src/base/errors.ts';
import * as tasks from '../fixtures/thread-tasks.ts';

// [SPEC-8.1]: what takes long is done by other threads.

const PROGRAM = new URL('../fixtures/thread-tasks.ts', import.meta.url);
const alive = new AbortController().signal;
const call = { projectId: 1, signal: alive };

function start(threads: number, program = PROGRAM): TinypoolWorkers {
  const workers = new TinypoolWorkers({ threads, program });
  afterAll(() => workers.close());
  return workers;
}

describe('one thread', () => {
  const workers = start(1);

  test('bytes go and come without a copy', async () => {
    const given = Uint8Array.of(1, 2, 3);
    const { bytes, count } = await workers.run(tasks.reversed, given, { ...call, transfer: [given.buffer] });
    expect([[...bytes], count]).toEqual([[3, 2, 1], 3]);
    expect(given.buffer.detached).toBe(true);
  });

  test('bytes that are not handed over stay', async () => {
    const given = Uint8Array.of(1, 2, 3);
    await workers.run(tasks.reversed, given, call);
    expect([...given]).toEqual([1, 2, 3]);
  });

  test('an error of the catalogue comes as it was thrown', async () => {
    const error = await workers.run(tasks.refused, null, call).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({
      code: 'syntax_error',
      message: 'Odd.',
      attr: 'query',
      position: { line: 1, column: 2 },
      retryAfterSeconds: 4,
      extra: { current_version: 3 },
    });
  });

  test.each([
    [tasks.defect, /of ours/],
    [tasks.unlisted, /lacks/],
  ])('a defect is one here too', async (task, message) => {
    const error = await workers.run(task, null, call).catch((reason: unknown) => reason);
    expect(error).not.toBeInstanceOf(AppError);
    expect(String(error)).toMatch(message);
  });

  test('no variable of the environment is known there', async () => {
    expect(await workers.run(tasks.environment, null, call)).toEqual([]);
  });

  test('projects take turns', async () => {
    const order: string[] = [];
    const send = async (projectId: number, name: string): Promise<void> => {
      order.push(await workers.run(tasks.forAWhile, name, { ...call, projectId }));
    };
    await Promise.all([
      ...[1, 2, 3, 4].map((n) => send(1, `a${n}`)),
      send(2, 'b1'),
      send(2, 'b2'),
      send(3, 'c1'),
    ]);
    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
    expect([workers.running, workers.waiting]).toEqual([0, 0]);
  });

  test('who leaves the queue is told at once, and its task is not done', async () => {
    const leaving = new AbortController();
    const first = workers.run(tasks.forAWhile, 'first', call);
    const second = workers.run(tasks.forEver, null, { ...call, signal: leaving.signal });
    leaving.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    expect(await first).toBe('first');
    expect(await workers.run(tasks.forAWhile, 'third', call)).toBe('third');
  });

  test('who leaves a task that does not end frees its thread', async () => {
    const leaving = new AbortController();
    const endless = workers.run(tasks.forEver, null, { ...call, signal: leaving.signal });
    const next = workers.run(tasks.forAWhile, 'next', call);
    leaving.abort(new Error('gone'));
    await expect(endless).rejects.toThrow('gone');
    expect(await next).toBe('next');
  });

  test('the queue is bounded, for each project and for all', async () => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const send = (projectId: number) => workers.run(tasks.forEver, null, { projectId, signal });
    const sent = Array.from({ length: 1 + 128 }, () => send(1));
    await expect(send(1)).rejects.toMatchObject({ code: 'throttled', retryAfterSeconds: 1 });
    const ofCapture = { ...tasks.forEver, ownShareCode: 'capture_capacity' } as const;
    const refused = workers.run(ofCapture, null, { projectId: 1, signal });
    await expect(refused).rejects.toMatchObject({ code: 'capture_capacity', retryAfterSeconds: 1 });
    for (const projectId of [2, 3, 4]) sent.push(...Array.from({ length: 128 }, () => send(projectId)));
    await expect(send(5)).rejects.toMatchObject({ code: 'query_capacity', retryAfterSeconds: 1 });
    leaving.abort(new Error('gone'));
    const ends = await Promise.allSettled(sent);
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(await workers.run(tasks.forAWhile, 'again', call)).toBe('again');
  });
});

test('threads start when there is work, and closing ends what they do', async () => {
  const workers = start(2);
  expect(workers.threadCount).toBe(0);
  const endless = workers.run(tasks.forEver, null, call).catch((error: unknown) => error);
  await workers.run(tasks.forAWhile, 'other', call);
  expect(workers.threadCount).toBe(2);
  await workers.close();
  expect(await endless).toBeInstanceOf(Error);
  expect(workers.threadCount).toBe(0);
});

test('a program that cannot be started fails its tasks', async () => {
  const workers = start(1, pathToFileURL('/there/is/none.ts'));
  await expect(workers.run(tasks.forAWhile, 'a', call)).rejects.toThrow(/none\.ts/);
  await expect(workers.run(tasks.forAWhile, 'b', call)).rejects.toThrow(/none\.ts/);
});
