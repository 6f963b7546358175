import type { KnownProject } from './known-project.ts';

/** Characters of a long query. Compiling a longer text takes several milliseconds, up to some hundred. */
const LONG_TEXT = 2_000;

/**
 * Most properties of a project whose queries go to a thread. The known facts are copied for the thread, and copying
 * more would take as long as compiling.
 */
const MOST_PROPERTIES = 5_000;

/** True when the text of a query is to be compiled by another thread. */
export function isThreadWork(project: KnownProject, query: Readonly<Record<string, unknown>>): boolean {
  const { query: text } = query;
  if (typeof text !== 'string' || text.length <= LONG_TEXT) return false;
  const { event, person, group } = project.propertyTypes;
  return event.size + person.size + group.size <= MOST_PROPERTIES;
}
