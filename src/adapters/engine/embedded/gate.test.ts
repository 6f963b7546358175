import { expect, test } from 'vitest';
import { Gate } from './gate.ts';

test('a place given back goes to the first who waits, once', async () => {
  const gate = new Gate(1);
  const leave = await gate.enter();
  const entered: string[] = [];
  const second = gate.enter().then(() => entered.push('second'));
  void gate.enter().then(() => entered.push('third'));
  leave();
  leave();
  await second;
  await new Promise(setImmediate);
  expect(entered).toEqual(['second']);
});

test('who leaves the queue takes no place, also when one becomes free in the same turn', async () => {
  const gate = new Gate(1);
  const leave = await gate.enter();
  const stop = new AbortController();
  const waiting = gate.enter(stop.signal);
  stop.abort(new Error('gone'));
  leave();
  await expect(waiting).rejects.toThrow('gone');
  expect(await gate.run(async () => 'in')).toBe('in');
});
