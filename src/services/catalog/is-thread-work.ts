import { namedWeight, type ProjectContext, type RunParameters } from '../../query/plan.ts';

/** Characters of a long SQL text. Compiling a longer one takes several milliseconds, up to some hundred. */
const LONG_TEXT = 2_000;

/** Characters of a long insight with its overrides, and of long filters, as JSON. */
const LONG_JSON = 4_000;

/** Conditions of cohorts and actions that take a few milliseconds to compile. */
const MANY_CONDITIONS = 10;

/** What a run changes of its query. */
type Overrides = Pick<RunParameters, 'query_override' | 'filters_override'>;

/** True when a query, or a run of it, is to be compiled by another thread. */
export function isThreadWork(
  project: ProjectContext,
  query: Readonly<Record<string, unknown>>,
  { query_override, filters_override }: Overrides = {},
): boolean {
  const { query: text } = query;
  if (typeof text === 'string' && text.length > LONG_TEXT) return true;
  const others = [typeof text === 'string' ? query['filters'] : query, query_override, filters_override];
  const json = JSON.stringify(others);
  if (json.length > LONG_JSON) return true;
  const tests = json.includes('"filterTestAccounts":true') ? project.testAccountFilters : [];
  const named = [query, query_override, filters_override, tests];
  return namedWeight(named, project, MANY_CONDITIONS) > MANY_CONDITIONS;
}
