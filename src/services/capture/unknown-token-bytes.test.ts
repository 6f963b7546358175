import { expect, test } from 'vitest';
import { AppError } from '../../base/errors.ts';
import { UnknownTokenBytes } from './unknown-token-bytes.ts';

const UNLIMITED = { take: () => undefined };

test('bytes of all searches are bounded together, and free again when one is closed', async () => {
  const bytes = new UnknownTokenBytes(UNLIMITED, 100);
  const [one, other] = [bytes.open('a'), bytes.open('b')];
  await one.admit(60);
  await other.admit(40);
  await expect(other.admit(1)).rejects.toMatchObject({ code: 'capture_capacity' });
  one.close();
  one.close();
  await other.admit(60);
  await expect(bytes.open('c').admit(1)).rejects.toMatchObject({ code: 'capture_capacity' });
});

test('an address that has used up its second is refused, before anything is counted', async () => {
  const taken: (readonly [string, number])[] = [];
  const rate = {
    take: (address: string, units: number) => {
      if (address === 'bad') throw new AppError('throttled', 'too much');
      taken.push([address, units]);
    },
  };
  const bytes = new UnknownTokenBytes(rate, 100);
  await expect(bytes.open('bad').admit(100)).rejects.toMatchObject({ code: 'throttled' });
  await bytes.open('good').admit(100);
  expect(taken).toEqual([['good', 100]]);
});

test('one piece is admitted in each turn of the event loop', async () => {
  const bytes = new UnknownTokenBytes(UNLIMITED, 1000);
  const searches = [bytes.open('a'), bytes.open('b'), bytes.open('c')];
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
