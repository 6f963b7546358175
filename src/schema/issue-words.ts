import type { z } from 'zod';

/** What zod's sentences begin with; a schema may have a sentence of its own, which is kept. */
const PLAIN = /^(?:Too small|Too big|Invalid input): expected /;

/** What was expected, in words, without the value that was found: `expected a text of at most 128 characters`. */
export function issueWords(issue: z.core.$ZodIssue): string {
  if (PLAIN.test(issue.message)) {
    if (issue.code === 'too_small')
      return `expected ${boundWords(issue.origin, 'least', Number(issue.minimum))}`;
    if (issue.code === 'too_big')
      return `expected ${boundWords(issue.origin, 'most', Number(issue.maximum))}`;
    if (issue.code === 'invalid_type') return `expected ${TYPES[issue.expected] ?? issue.expected}`;
  }
  return issue.message.replace(/\.$/, '').replace(/, received \w+$/, '');
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
  object: ['member', 'members'],
  record: ['member', 'members'],
};

function boundWords(origin: string, end: 'least' | 'most', bound: number): string {
  const units = UNITS[origin];
  if (units === undefined) return `at ${end} ${bound}`;
  const whole = TYPES[origin] ?? origin;
  if (bound === 1 && end === 'least') return `${whole} that is not empty`;
  return `${whole} of at ${end} ${bound} ${units[bound === 1 ? 0 : 1]}`;
}
