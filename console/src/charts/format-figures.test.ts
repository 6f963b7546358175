import { expect, test } from 'vitest';
import { formatFigure, formatPercent, formatSeconds, formatShare, formatShort } from './format-figures.ts';

const plain = (text: string) => text.replaceAll('\u202f', ' ');

test.each([
  [0, '0'],
  [1402, '1,402'],
  [2.71499, '2.71'],
  [-12, '-12'],
  [Number.NaN, '–'],
])('a figure in full: %s', (value, text) => expect(formatFigure(value)).toBe(text));

test.each([
  [9999, '9,999'],
  [12_000, '12 k'],
  [12_500, '12.5 k'],
  [1_500_000, '1.5 M'],
  [-40_000, '-40 k'],
  [250_400, '250 k'],
])('a figure of an axis: %s', (value, text) => expect(plain(formatShort(value))).toBe(text));

test.each([
  [1, 2, '50 %'],
  [1, 3, '33.3 %'],
  [0, 0, '–'],
])('a share: %s of %s', (part, total, text) => expect(plain(formatShare(part, total))).toBe(text));

test('percent that are there already', () => expect(plain(formatPercent(52.345))).toBe('52.35 %'));

test.each([
  [0, '0 s'],
  [0.0404, '40 ms'],
  [2.44, '2.4 s'],
  [90, '1 min 30 s'],
  [3600, '1 h'],
  [11_520, '3 h 12 min'],
  [93_600, '1 d 2 h'],
  [86_400 + 59, '1 d'],
])('a span of %s seconds', (seconds, text) => expect(plain(formatSeconds(seconds))).toBe(text));
