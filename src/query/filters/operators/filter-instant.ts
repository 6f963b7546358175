import type { Temporal } from 'temporal-polyfill';
import { isAppError } from '../../../base/errors.ts';
import { parseDate, resolveDate } from '../relative-date.ts';
import type { OperatorContext } from './operator.ts';

/** The moment of an absolute ISO date; undefined for any other text. */
export function absoluteInstant(text: string, context: OperatorContext): Temporal.ZonedDateTime | undefined {
  const date = parsed(text);
  return date?.kind === 'absolute' ? resolveDate(date, context) : undefined;
}

/** The moment of an absolute or relative date, not truncated; undefined for any other text. */
export function filterInstant(text: string, context: OperatorContext): Temporal.ZonedDateTime | undefined {
  const date = parsed(text);
  return date === undefined || date.kind === 'all' ? undefined : resolveDate(date, context);
}

function parsed(text: string) {
  try {
    return parseDate(text);
  } catch (error) {
    if (isAppError(error, 'invalid_date')) return undefined;
    throw error;
  }
}
