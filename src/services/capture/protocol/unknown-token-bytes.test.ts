import { expect, test } from 'vitest';
import { AppError } from '../../../base/errors.ts';
import { LoopSlices } from '../../../base/loop-slices.ts';
import { type TokenSearch, UnknownTokenBytes } from './unknown-token-bytes.ts';

// [CAP-2.4].

const FREE = 128 * 1024;
const UNLIMITED = { take: () => undefined, giveBack: () => undefined };

test('bytes of all searches are bounded together, and free again when one is closed', async () => {
  const bytes = new UnknownTokenBytes(UNLIMITED, 100, new LoopSlices());
  const open = async (address: string) => {
    const search = await bytes.open(address);
    await search.admit(FREE);
    return search;
  };
  const [one, other] = [await open('a'), await open('b')];
  await one.admit(60);
  await other.admit(40);
  await expect(other.admit(1)).rejects.toMatchObject({ code: 'capture_capacity' });
  one.close(false);
  one.close(false);
  await other.admit(60);
  const third = await open('c');
  await expect(third.admit(1)).rejects.toMatchObject({ code: 'capture_capacity' });
});

test('an address that has used up its second is refused, but for the beginning of each body', async () => {
  const counted: (readonly [string, number])[] = [];
  const rate = {
    take: (address: string, units: number) => {
      if (address === 'bad') throw new AppError('throttled', 'too much');
      counted.push([address, units]);
    },
    giveBack: (address: string, units: number) => {
      counted.push([address, -units]);
    },
  };
  const bytes = new UnknownTokenBytes(rate, 1000, new LoopSlices());
  const bad = await bytes.open('bad');
  await bad.admit(FREE);
  await expect(bad.admit(100)).rejects.toMatchObject({ code: 'throttled' });
  const [good, unknown] = [await bytes.open('good'), await bytes.open('unknown')];
  for (const search of [good, unknown]) {
    await search.admit(FREE);
    await search.admit(100);
  }
  good.close(true);
  unknown.close(false);
  expect(counted).toEqual([
    ['good', 100],
    ['unknown', 100],
    ['good', -100],
  ]);
});

test('one piece is admitted in each turn of the event loop', async () => {
  const bytes = new UnknownTokenBytes(UNLIMITED, 1000, new LoopSlices());
  const searches = [await bytes.open('a'), await bytes.open('b'), await bytes.open('c')];
  let admitted = 0;
  for (const search of searches) void search.admit(1).then(() => (admitted += 1));
  const seen: number[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(admitted);
  }
  for (let turn = 1; turn < seen.length; turn += 1)
    expect((seen[turn] ?? 0) - (seen[turn - 1] ?? 0)).toBeLessThanOrEqual(1);
  expect(admitted).toBe(3);
});

test('few bodies are searched at once, and the next one begins when one is closed, however it ended', async () => {
  const bytes = new UnknownTokenBytes(UNLIMITED, 1000, new LoopSlices());
  const opened: TokenSearch[] = [];
  const open = async (address: string) => void opened.push(await bytes.open(address));
  const all = Array.from({ length: 9 }, () => open('flood'));
  void open('other');
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  await turn();
  expect(opened.length).toBe(4);
  for (let closed = 0; closed < 10; closed += 1) {
    opened[closed]?.close(false);
    opened[closed]?.close(false);
    await turn();
    expect(opened.length).toBe(Math.min(10, 5 + closed));
  }
  await Promise.all(all);
});
