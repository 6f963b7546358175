import { expect, test } from 'vitest';
import { compareReleases, readRelease } from './release.ts';

test.each([
  ['0.1.0', [0, 1, 0]],
  ['12.34.56', [12, 34, 56]],
  ['0.2.1-rc.1', [0, 2, 1]],
  ['0.2.1+build', [0, 2, 1]],
  ['0.2', undefined],
  ['0.2.1.3', undefined],
  ['0.2.1x', undefined],
  ['v0.2.1', undefined],
  ['', undefined],
])('the numbers of "%s"', (version, release) => {
  expect(readRelease(version)).toEqual(release);
});

test.each([
  [[0, 1, 0], [0, 1, 0], 0],
  [[0, 1, 9], [0, 2, 0], -1],
  [[0, 10, 0], [0, 9, 0], 1],
  [[1, 0, 0], [0, 99, 99], 1],
  [[0, 1, 2], [0, 1, 3], -1],
] as const)('%j beside %j', (one, other, sign) => {
  expect(Math.sign(compareReleases(one, other))).toBe(sign);
});
