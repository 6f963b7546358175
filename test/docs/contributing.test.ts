import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

// CONTRIBUTING.md says which tests to run while editing what; a test that moves takes its row along.

const ROOT = resolve(import.meta.dirname, '../..');
const page = readFileSync(resolve(ROOT, 'CONTRIBUTING.md'), 'utf8');
const paths = [...page.matchAll(/\b(?:src|test|scripts|benchmarks)\/[\w./*-]*[\w*]/g)].map(([path]) => path);

test('every path exists', () => {
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((path) => globSync(`${path}*`, { cwd: ROOT }).length === 0)).toEqual([]);
});
