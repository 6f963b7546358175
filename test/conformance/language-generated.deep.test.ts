import { describe, test } from 'vitest';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { checkPrintedExpressions, checkPrintedStatements } from './check-printed.ts';

const count = scaled(10_000);

describe(`random trees print and parse back to themselves (seed ${seed()})`, () => {
  test(`${count} expressions`, () => checkPrintedExpressions(count));
  test(`${count} statements`, () => checkPrintedStatements(count));
});
