import { describe, test } from 'vitest';
import { checkPrintedExpressions, checkPrintedStatements } from './check-printed.ts';

// The deep suite (`language-generated.deep.test.ts`) does the same on twenty times as many trees.
describe('random trees print and parse back to themselves', () => {
  test('500 expressions', () => checkPrintedExpressions(500));
  test('500 statements', () => checkPrintedStatements(500));
});
