import { expect, test, vi } from 'vitest';
import { WrongSecrets } from './wrong-secrets.ts';

// [ENG-14.2]

test('ten of an address in a second are answered, and ten in the next', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const wrong = new WrongSecrets();
    const guess = (address: string) => Array.from({ length: 12 }, () => wrong.mayBeAnswered(address));
    expect(guess('10.0.0.1').filter(Boolean)).toHaveLength(10);
    expect(guess('10.0.0.2').filter(Boolean)).toHaveLength(10);
    vi.advanceTimersByTime(1_000);
    expect(guess('10.0.0.1').filter(Boolean)).toHaveLength(10);
  } finally {
    vi.useRealTimers();
  }
});

test('the addresses that are remembered are bounded', () => {
  const wrong = new WrongSecrets();
  const answered = Array.from({ length: 20_000 }, (_, index) => wrong.mayBeAnswered(`address ${index}`));
  expect(answered.filter(Boolean)).toHaveLength(10_000);
});
