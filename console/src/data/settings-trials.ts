import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { runAdHoc } from './ad-hoc.ts';

// What settings of a project would do, asked of the service itself: its filters, its regular expressions.

const WEEK = 'SELECT count() AS events FROM events WHERE timestamp >= now() - INTERVAL 7 DAY';

/** Events of the last seven days, and those of them that filters let through. */
export const keptEventsQuery = (projectId: number, filters: readonly Readonly<Record<string, unknown>>[]) =>
  queryOptions({
    queryKey: ['project', projectId, 'trials', 'kept', filters],
    queryFn: async ({ signal }) => {
      const [all, kept] = await Promise.all([
        firstValue(projectId, { query: WEEK }, signal),
        firstValue(projectId, { query: `${WEEK} AND {filters}`, filters: { properties: filters } }, signal),
      ]);
      return { all: Number(all), kept: Number(kept) };
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });

/**
 * What replacements make of a path, one after another, by the regular expressions of the engine. The path and the rules
 * are variables of a query whose text depends on their number alone.
 */
export const cleanedPathQuery = (
  projectId: number,
  path: string,
  rules: readonly { readonly regex: string; readonly alias: string }[],
) =>
  queryOptions({
    queryKey: ['project', projectId, 'trials', 'cleaned', path, rules],
    queryFn: async ({ signal }) => {
      const text = rules.reduce(
        (inner, _, at) => `replaceRegexpAll(${inner}, {variables.regex_${at}}, {variables.alias_${at}})`,
        '{variables.path}',
      );
      const values = rules.flatMap(({ regex, alias }, at) => [
        [`regex_${at}`, regex],
        [`alias_${at}`, alias],
      ]);
      const variables = { path, ...Object.fromEntries(values) };
      return String(await firstValue(projectId, { query: `SELECT ${text} AS cleaned` }, signal, variables));
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });

async function firstValue(
  projectId: number,
  query: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<unknown> {
  const run = { query: { kind: 'HogQLQuery', ...query }, variables };
  const { results } = await runAdHoc(projectId, run, signal);
  return (results as readonly (readonly unknown[])[])[0]?.[0];
}
