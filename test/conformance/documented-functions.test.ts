import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findExpanded } from '../../src/query/catalog/functions/expanded-functions.ts';
import { findFunction } from '../../src/query/catalog/functions/function-table.ts';
import { validateQuery } from '../../src/query/plan.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { DOCUMENTED_FUNCTIONS } from '../fixtures/documented-functions.ts';

// [SQL-6.8]: a function that HogQL documents can be called, or docs/dialect.md says why not.

const DIALECT = readFileSync(new URL('../../docs/dialect.md', import.meta.url), 'utf8');
const [, SECTION = ''] = /### Functions of HogQL that are not offered\n(.*?)\n## /s.exec(DIALECT) ?? [];
const ROWS = [...SECTION.matchAll(/^\| (`.*?) \| (.*) \|$/gm)];
const REFUSED = ROWS.flatMap(([, names = '']) =>
  [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
);

/** Errors of a text that uses a name as a function. */
const codesOf = (name: string): readonly string[] =>
  validateQuery({ kind: 'HogQLQuery', query: `SELECT ${name}(event) FROM events` }, {}, testProject()).map(
    ({ code }) => code,
  );

/** `untuple` is syntax: it stands for several columns. */
const isCallable = (name: string): boolean =>
  name === 'untuple' ||
  (findFunction(name)?.internal === undefined && (findFunction(name) ?? findExpanded(name)) !== undefined);

test('every name runs or is told', () => {
  expect(DOCUMENTED_FUNCTIONS.length).toBeGreaterThan(850);
  const neither = DOCUMENTED_FUNCTIONS.filter((name) => !isCallable(name) && !REFUSED.includes(name));
  expect(neither).toEqual([]);
});

test('a name that is told does not run, for one of three reasons', () => {
  expect(REFUSED.length).toBeGreaterThan(10);
  for (const name of REFUSED) expect([name, codesOf(name)]).toEqual([name, ['unknown_function']]);
  for (const [row] of ROWS) expect(row).toMatch(/\| (?:random|read the server|outside): \S/);
});

test('the letters of a name count in no case', () => {
  for (const name of DOCUMENTED_FUNCTIONS.filter(isCallable)) {
    for (const spelled of [name.toUpperCase(), name.toLowerCase()])
      expect([spelled, codesOf(spelled).includes('unknown_function')]).toEqual([spelled, false]);
  }
});
