import { namedWeight } from '../../query/plan.ts';
import type { KnownProject } from './known-project.ts';

/** Characters of a long SQL text. Compiling a longer one takes several milliseconds, up to some hundred. */
const LONG_TEXT = 2_000;

/** Characters of a long insight, as JSON. */
export const LONG_INSIGHT = 4_000;

/** Conditions of cohorts that take a few milliseconds to compile. */
export const MANY_CONDITIONS = 10;

/**
 * Most properties of a project whose queries go to a thread. The known facts are copied for the thread, and copying
 * more would take as long as compiling.
 */
const MOST_PROPERTIES = 5_000;

/** True when a query is to be compiled by another thread. */
export function isThreadWork(project: KnownProject, query: Readonly<Record<string, unknown>>): boolean {
  const { event, person, group } = project.propertyTypes;
  return (
    (isLong(query) || namedWeight(query, project) > MANY_CONDITIONS) &&
    event.size + person.size + group.size <= MOST_PROPERTIES
  );
}

function isLong(query: Readonly<Record<string, unknown>>): boolean {
  const { query: text } = query;
  return typeof text === 'string' ? text.length > LONG_TEXT : JSON.stringify(query).length > LONG_INSIGHT;
}
