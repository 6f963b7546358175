import { expect, test } from 'vitest';
import { materializationProblems } from './materialization-problems.ts';

const VARIABLES = 'The query uses the variable "x".';
const INACTIVE = 'The endpoint is inactive; only active endpoints are built.';

test.each([
  ['an active endpoint without variables', true, null, []],
  ['a query with variables', true, VARIABLES, [VARIABLES]],
  ['an inactive endpoint', false, null, [INACTIVE]],
  ['both', false, VARIABLES, [VARIABLES, INACTIVE]],
])('%s', (_, isActive, notMaterializable, problems) => {
  expect(materializationProblems({ isActive, notMaterializable })).toEqual(problems);
});
