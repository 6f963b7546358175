import { INSIGHTS_NOT_YET } from './not-yet/insights.ts';
import { MESSAGES_NOT_YET } from './not-yet/messages.ts';
import { STATEMENTS_NOT_YET } from './not-yet/statements.ts';

/** The names of the cases that do not pass yet. These lists only shrink: a case in them that passes fails its test. */
export const NOT_YET: ReadonlySet<string> = new Set([
  ...STATEMENTS_NOT_YET,
  ...INSIGHTS_NOT_YET,
  ...MESSAGES_NOT_YET,
]);
