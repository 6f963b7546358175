import { expect, test } from 'vitest';
import { EMBEDDED_ONLY, suitesOfSeed, suitesOnEngines } from '../scripts/suites-on-engines.ts';

// The tenth of the suites that CI runs on engine processes.

const suites = suitesOnEngines();

test.each([0, 7, 2_331])('ten seeds in a row from %i run every file once', (first) => {
  const parts = Array.from({ length: 10 }, (_, index) => suitesOfSeed(suites, 0.1, first + index));
  expect(parts.flat().sort()).toEqual(suites);
  for (const part of parts) expect(Math.abs(part.length - suites.length / 10)).toBeLessThan(1);
});

test('a seed chooses the same files again, and without a part all are run', () => {
  expect(suitesOfSeed(suites, 0.1, 14)).toEqual(suitesOfSeed(suites, 0.1, 4));
  expect(suitesOfSeed(suites, 1, 3)).toEqual(suites);
});

test('suites that start services are found, also through what they import, and others are not', () => {
  expect(suites).toContain('test/http/imports.test.ts');
  expect(suites).toContain('test/http/documented-answers.test.ts');
  expect(suites).not.toContain('test/architecture.test.ts');
  for (const excluded of Object.keys(EMBEDDED_ONLY)) expect(suites).not.toContain(excluded);
});
