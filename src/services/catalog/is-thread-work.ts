import type { KnownProject } from './known-project.ts';

/** Compiling a longer text takes several milliseconds, up to some hundred. */
const LONG_TEXT = 2_000;

/** What is known of a project is copied for the thread; with more properties that would take as long itself. */
const MOST_PROPERTIES = 5_000;

/** True when the text of a query is to be compiled by another thread. */
export function isThreadWork(project: KnownProject, query: Readonly<Record<string, unknown>>): boolean {
  const { query: text } = query;
  if (typeof text !== 'string' || text.length <= LONG_TEXT) return false;
  const { event, person, group } = project.propertyTypes;
  return event.size + person.size + group.size <= MOST_PROPERTIES;
}
