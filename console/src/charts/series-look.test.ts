import { expect, test } from 'vitest';
import { SeriesLooks } from './series-look.ts';

test('a name keeps its colour when others go, and a new one takes a free place', () => {
  const looks = new SeriesLooks();
  const before = looks.of(['Chrome', 'Firefox', 'Safari']);
  const after = looks.of(['Safari', 'Opera']);
  expect(after[0]).toEqual(before[2]);
  expect(after[1]?.color).toBe('var(--series-1)');
  expect(looks.of(['Firefox'])[0]).toEqual(before[1]);
});

test('two names that are shown together never look alike', () => {
  const looks = new SeriesLooks().of(Array.from({ length: 25 }, (_, at) => `name ${at}`));
  expect(new Set(looks.map(({ color, dash }) => color + dash)).size).toBe(25);
  expect(looks[8]).toMatchObject({ color: 'var(--series-1)', dash: '6 3' });
});
