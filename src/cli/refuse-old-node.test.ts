import { expect, test } from 'vitest';
import { isOlder } from './refuse-old-node.ts';

// [SPEC-10.6]; `.ci/small-install` and `.ci/clean-install` hold it on Node 20, 22.13 and 24.
test.each([
  ['20.20.2', true],
  ['22.9.1', true],
  ['22.13.0', false],
  ['24.0.0', false],
])('Node %s is too old: %s', (version, expected) => {
  expect(isOlder(version, '22.13')).toBe(expected);
});
