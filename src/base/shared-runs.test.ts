import { expect, test } from 'vitest';
import { SharedRuns } from './shared-runs.ts';

test('who asks while the work runs shares one more run, which begins after that', async () => {
  const runs = new SharedRuns();
  const begun: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => begun.push(resolve));
  const first = runs.run('a', work);
  const later = Promise.all([runs.run('a', work), runs.run('a', work), runs.run('a', work)]);
  const other = runs.run('b', work);
  expect(begun).toHaveLength(2);
  begun[1]?.();
  await other;
  begun[0]?.();
  await first;
  await Promise.resolve();
  expect(begun).toHaveLength(3);
  begun[2]?.();
  await later;
  const again = runs.run('a', work);
  begun[3]?.();
  await again;
});

test('a failure is told to those who share the run, and the next one runs', async () => {
  const runs = new SharedRuns();
  const failing = runs.run('a', () => Promise.reject(new Error('first')));
  const next = runs.run('a', () => Promise.resolve());
  await expect(failing).rejects.toThrow('first');
  await next;
});
