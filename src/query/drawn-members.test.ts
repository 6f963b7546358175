import { expect, test } from 'vitest';
import { stableJson } from '../base/stable-json.ts';
import { checkInsightQuery } from '../schema/insights/insight-query.ts';
import { drawnMembers } from './drawn-members.ts';

// [C-10].

const SERIES = [{ kind: 'EventsNode', event: 'a' }];
const trends = { kind: 'TrendsQuery', series: SERIES };
const namesOf = (query: object) => drawnMembers(query).map(({ attr }) => attr);

test('members that are only drawn are dropped from the query and told with their path', () => {
  const query = {
    ...trends,
    tags: { scene: 'Dashboard' },
    version: 2,
    trendsFilter: { metricSummary: 'latest', resultCustomizations: { a: 1 }, showLegend: true },
  };
  const plain = checkInsightQuery({ ...trends, trendsFilter: {} }, 'query');
  expect(stableJson(checkInsightQuery(query, 'query'))).not.toMatch(/latest|Dashboard|version|showLegend/);
  expect(JSON.parse(stableJson(checkInsightQuery(query, 'query')))).toMatchObject(plain);
  expect(namesOf(query)).toEqual([
    'query.tags',
    'query.version',
    'query.trendsFilter.metricSummary',
    'query.trendsFilter.resultCustomizations',
  ]);
});

test('those of a wrapper, of a funnel and of the funnel of paths too', () => {
  const funnel = {
    kind: 'FunnelsQuery',
    series: [...SERIES, ...SERIES],
    funnelsFilter: { hideIncompleteConversionWindowPeriods: true },
  };
  const wrapped = { kind: 'InsightVizNode', source: funnel, vizSpecificOptions: { any: 1 } };
  expect(namesOf(wrapped)).toEqual([
    'query.source.funnelsFilter.hideIncompleteConversionWindowPeriods',
    'query.vizSpecificOptions',
  ]);
  const paths = { kind: 'PathsQuery', funnelPathsFilter: { funnelSource: funnel } };
  expect(namesOf(paths)).toEqual([
    'query.funnelPathsFilter.funnelSource.funnelsFilter.hideIncompleteConversionWindowPeriods',
  ]);
});

test.each([
  ['Metric', 'total value'],
  ['BoxPlot', 'total value'],
  ['SlopeGraph', 'time series'],
])('the display %s answers as a %s', (display, family) => {
  const query = { ...trends, trendsFilter: { display } };
  expect(checkInsightQuery(query, 'query')).toMatchObject({ trendsFilter: { display } });
  expect(drawnMembers(query)).toEqual([
    {
      code: 'only_drawn',
      detail: `The display ${display} answers as a ${family}.`,
      attr: 'query.trendsFilter.display',
    },
  ]);
});

test('nothing else is told', () => {
  const query = { ...trends, tags: null, trendsFilter: { display: 'ActionsBar', showLegend: true } };
  expect(drawnMembers(query)).toEqual([]);
});

test('an unknown display is refused with the nearest', () => {
  const query = { ...trends, trendsFilter: { display: 'BoxPlott' } };
  expect(() => checkInsightQuery(query, 'query')).toThrow(/Did you mean "BoxPlot"\?/);
});
