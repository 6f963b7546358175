import { AppError } from '../../base/errors.ts';

/** Most numbers that an answer may hold ([SPEC-8]). */
const MAX_NUMBERS = 1_000_000;

/**
 * Refuses a query whose answer could hold too many numbers, before the query is executed.
 * @param factors the numbers to be multiplied, each by its name in the plural, such as `buckets`
 * @throws query_too_large
 */
export function checkNumbers(factors: Readonly<Record<string, number>>, attr: string): void {
  const numbers = Object.values(factors).reduce((product, factor) => product * factor, 1);
  if (numbers <= MAX_NUMBERS) return;
  throw new AppError(
    'query_too_large',
    `The answer could hold ${numbers} numbers (${Object.keys(factors).join(' x ')}); at most ${MAX_NUMBERS} are allowed. Lower breakdown_limit, shorten the range or use a longer interval.`,
    { attr },
  );
}
