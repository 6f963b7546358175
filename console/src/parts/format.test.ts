import { expect, test } from 'vitest';
import {
  formatAge,
  formatBytes,
  formatCount,
  formatFigure,
  formatMs,
  formatPercent,
  formatRate,
  formatRoughly,
  formatSeconds,
  formatShare,
  formatShort,
  formatSpan,
} from './format.ts';

/** Narrow spaces that do not wrap, as plain ones. */
const plain = (text: string) => text.replaceAll('\u202f', ' ');

test.each([
  [null, '–'],
  [0, '0'],
  [31_902, '31,902'],
  [999_999, '999,999'],
  [1_000_000, '1 M'],
  [1_249_000, '1.2 M'],
])('formatCount(%j) is %s', (value, text) => {
  expect(plain(formatCount(value))).toBe(text);
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [48_000, '48 kB'],
  [1_240_000, '1.2 MB'],
])('formatBytes(%j) is %s', (value, text) => {
  expect(plain(formatBytes(value))).toBe(text);
});

test.each([
  [0.041, '0.04 ms'],
  [9.94, '9.9 ms'],
  [412.4, '412 ms'],
  [1300, '1.3 s'],
  [125_000, '2 min 5 s'],
  [3_720_000, '1 h 2 min'],
])('formatMs(%j) is %s', (value, text) => {
  expect(plain(formatMs(value))).toBe(text);
});

test.each([
  [0, '0 %'],
  [0.0004, '<0.1 %'],
  [0.034, '3.4 %'],
  [0.86, '86 %'],
  [0.9996, '99.9 %'],
  [1, '100 %'],
])('formatShare(%j) is %s', (value, text) => {
  expect(plain(formatShare(value))).toBe(text);
});

test.each([
  [-5000, '0 s'],
  [41_000, '41 s'],
  [3_599_000, '59 m'],
  [90_000_000, '1 d'],
])('formatAge(%j) is %s', (value, text) => {
  expect(plain(formatAge(value))).toBe(text);
});

test('lengths of time in words', () => {
  expect([21_600, 90, 60, 86_400].map(formatSeconds)).toEqual(['6 hours', '90 seconds', '1 minute', '1 day']);
  expect([41_000, 720_000, 18_000_000].map(formatRoughly)).toEqual(['41 seconds', '12 minutes', '5 hours']);
});

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
])('a share: %s of %s', (part, total, text) => expect(plain(formatRate(part, total))).toBe(text));

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
])('a span of %s seconds', (seconds, text) => expect(plain(formatSpan(seconds))).toBe(text));
