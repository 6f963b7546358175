import type { Warning } from '../schema/warning.ts';

const OF_QUERIES = ['tags', 'version', 'chartSettings', 'tableSettings', 'vizSpecificOptions'];

/** Members that only say how something is drawn or who wrote it, by the member that holds them ([C-10]). */
const DRAWN: Readonly<Record<string, readonly string[]>> = {
  query: OF_QUERIES,
  source: OF_QUERIES,
  funnelSource: OF_QUERIES,
  trendsFilter: ['metricSummary', 'resultCustomizations'],
  funnelsFilter: ['hideIncompleteConversionWindowPeriods', 'resultCustomizations'],
  stickinessFilter: ['resultCustomizations'],
  funnelPathsFilter: [],
};

/** Displays without an answer of their own, each with the family of displays whose answer it gets. */
const DRAWN_AS: Readonly<Record<string, string>> = {
  Metric: 'total value',
  BoxPlot: 'total value',
  SlopeGraph: 'time series',
};

/**
 * A warning for each member of a query that is kept and does not change an answer, and one for a display that gets the
 * answer of its family.
 * @param query as a caller sent it, also with its wrapper
 */
export function drawnMembers(query: object): readonly Warning[] {
  return drawnIn('query', query, 'query');
}

function drawnIn(owner: string, members: object, path: string): readonly Warning[] {
  return Object.entries(members).flatMap(([name, value]): readonly Warning[] => {
    const attr = `${path}.${name}`;
    if ((value ?? null) === null) return [];
    if (DRAWN[owner]?.includes(name))
      return [warning(`"${attr}" is kept and does not change the answer.`, attr)];
    if (owner === 'trendsFilter' && name === 'display') return drawnAs(value, attr);
    return typeof value === 'object' && Object.hasOwn(DRAWN, name) ? drawnIn(name, value, attr) : [];
  });
}

function drawnAs(display: unknown, attr: string): readonly Warning[] {
  if (typeof display !== 'string' || !Object.hasOwn(DRAWN_AS, display)) return [];
  return [warning(`The display ${display} answers as a ${DRAWN_AS[display]}.`, attr)];
}

function warning(detail: string, attr: string): Warning {
  return { code: 'only_drawn', detail, attr };
}
