import { expect, test } from 'vitest';
import { WriteLeases } from './write-leases.ts';

// [SPEC-7.11]

test('capture waits for one of the others, whatever their number, and projects take turns', async () => {
  const lock = new WriteLeases();
  const order: string[] = [];
  const hold = (name: string, writer: 'capture' | number) =>
    lock.hold(writer, async () => {
      order.push(name);
    });
  const first = Promise.withResolvers<void>();
  const all = [lock.hold(1, () => first.promise)];
  for (const name of ['1a', '1b', '1c']) all.push(hold(name, 1));
  all.push(hold('2a', 2), hold('capture', 'capture'));
  first.resolve();
  await Promise.all(all);
  expect(order.indexOf('capture')).toBeLessThanOrEqual(1);
  expect(order.indexOf('2a')).toBeLessThanOrEqual(2);
});
