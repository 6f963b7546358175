import { expect, test, vi } from 'vitest';
import { progressBar } from './progress-bar.ts';

test('tells the rate and the time left since the work began, not since the first report', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const bar = progressBar('Loading');
    vi.advanceTimersByTime(2_000);
    bar.update(20, 1300);
    bar.end();
    expect(write.mock.calls.join('')).toContain('20 of 1300, 10 a second, 2m08s left');
  } finally {
    write.mockRestore();
    vi.useRealTimers();
  }
});
