import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

const microtasks = () => new Promise((resolve) => setImmediate(resolve));

test('whoever has many waiters delays others by one turn', async () => {
  const turns = new Turns<string>();
  const wentOn: string[] = [];
  const wait = (whom: string, name: string) => void turns.wait(whom).then(() => wentOn.push(name));
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) wait(name.charAt(0), name);
  expect([turns.size, turns.sizeOf('a'), turns.sizeOf('z')]).toEqual([6, 3, 0]);
  for (let turn = 0; turn < 6; turn += 1) expect(turns.next()).toBe(true);
  expect(turns.next()).toBe(false);
  await microtasks();
  expect(wentOn).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect([turns.size, turns.sizeOf('a')]).toEqual([0, 0]);
});

test('who leaves waits no longer, and who has been chosen goes on', async () => {
  const turns = new Turns<number>();
  const gone = new AbortController();
  const waiting = turns.wait(1, gone.signal);
  const chosen = new AbortController();
  turns.next();
  const goesOn = turns.wait(1, chosen.signal);
  const leaves = turns.wait(2, chosen.signal);
  turns.next();
  gone.abort(new Error('gone'));
  chosen.abort(new Error('gone'));
  await waiting;
  await goesOn;
  await expect(leaves).rejects.toThrow('gone');
  expect(turns.next()).toBe(false);
  await expect(turns.wait(1, gone.signal)).rejects.toThrow('gone');
  expect(turns.size).toBe(0);
});
