import type { LogEntry } from '../../data/run-log.ts';

/**
 * The label of a key; the end of its id where it is revoked or not for this session to see. Of a token, which stands as
 * `<signing key>/<subject>`, the subject.
 */
export function nameOfKey(names: ReadonlyMap<string, string>, id: string): string {
  const mark = id.indexOf('/');
  return mark === -1 ? (names.get(id) ?? `…${id.slice(-8)}`) : `${id.slice(mark + 1)} (token)`;
}

/** Keys that are offered as a filter; the others are found by what they called. */
const MOST_KEYS = 50;

/** Keys to filter by, at most 50: the chosen one, those that stand in the log, and those that are known. */
export function offeredKeys(
  names: ReadonlyMap<string, string>,
  entries: readonly LogEntry[],
  chosen: string,
): readonly string[] {
  const called = entries.flatMap((entry) => ('key_id' in entry ? [entry.key_id] : []));
  const ids = new Set([...(chosen === '' ? [] : [chosen]), ...called, ...names.keys()]);
  return [...ids].slice(0, MOST_KEYS);
}
