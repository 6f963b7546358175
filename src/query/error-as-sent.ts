import { AppError } from '../base/errors.ts';
import { wrappedKinds } from './read-query.ts';
import type { CleanedQuery } from './without-empty-filters.ts';

/**
 * An error of a query, with the path that its member has in the request. Checks see the query without its wrapper and
 * without empty filters, so a member that stood behind an empty filter has a lower index for them.
 * @param sent `query` of the request
 */
export function errorAsSent(
  error: AppError,
  sent: Readonly<Record<string, unknown>>,
  gone: Pick<CleanedQuery, 'removed' | 'emptied'>,
): AppError {
  if (error.attr === undefined) return error;
  const attr = withGone(withWrapper(error.attr, sent), [...gone.removed, ...gone.emptied]);
  if (attr === error.attr) return error;
  const { code, position, extra } = error;
  return new AppError(code, renamed(error.message, error.attr, attr), {
    attr,
    ...(position !== undefined && { position }),
    extra,
    cause: error,
  });
}

function withWrapper(path: string, sent: Readonly<Record<string, unknown>>): string {
  const isBelow = /^query(\.(?!source(\.|$))|$)/.test(path);
  return isBelow && wrappedKinds(sent) !== undefined ? path.replace('query', 'query.source') : path;
}

/** Adds to each index of a path the removed members before it: behind one removed filter, index 0 was sent as 1. */
function withGone(path: string, gone: readonly string[]): string {
  return path.split('.').reduce((before, name) => {
    const missing = gone.filter((one) => parentOf(one) === before).map((one) => Number(nameOf(one)));
    if (missing.length === 0 || !/^\d+$/.test(name)) return `${before}.${name}`;
    const index = missing
      .toSorted((a, b) => a - b)
      .reduce((at, one) => (one <= at ? at + 1 : at), Number(name));
    return `${before}.${index}`;
  });
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('.'));

const nameOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/**
 * The message with the new path where the message begins with the old one, as messages about the form of a member do.
 */
function renamed(message: string, from: string, to: string): string {
  return [`${from}:`, `"${from}"`].some((start) => message.startsWith(start))
    ? message.replace(from, () => to)
    : message;
}
