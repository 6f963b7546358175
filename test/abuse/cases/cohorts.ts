import type { AbusedService, AbuseTable, Answered } from '../abuse-case.ts';

const behaviors = (count: number, event: string) =>
  Array.from({ length: count }, (_, at) => ({
    type: 'behavioral',
    value: 'performed_event_multiple',
    key: `${event} ${at}`,
    operator_value: 2,
    time_value: 30,
    time_interval: 'day',
  }));

const dynamic = (name: string, values: readonly object[]) => ({
  name,
  filters: { properties: { type: 'AND', values } },
});

/** A text that differs each time, so that none is remembered. */
function ask({ call }: AbusedService, condition: string, repeat: number): Promise<Answered> {
  const query = `select countIf(${condition}) from events -- ${repeat}`;
  return call('POST', 'query/', { body: { query: { kind: 'HogQLQuery', query } } });
}

function add(service: AbusedService, body: unknown, type = 'application/json'): Promise<Answered> {
  return service.call('POST', 'cohorts/1/members', { body, headers: { 'content-type': type } });
}

const ids = Array.from({ length: 10_000 }, (_, at) => `somebody-${at}`);

/** Cohorts as large as they may be, and larger. The first one is static; two of fifty conditions follow. */
export const table: AbuseTable = {
  title: 'Cohorts',
  prepare: async ({ call }) => {
    await call('POST', 'cohorts', { body: { name: 'list', is_static: true } });
    for (const name of ['a', 'b', 'c'])
      await call('POST', 'cohorts', { body: dynamic(name, behaviors(50, name)) });
  },
  cases: [
    {
      name: 'fifty conditions',
      send: ({ call }, repeat) =>
        call('POST', 'cohorts', { body: dynamic(`fifty ${repeat}`, behaviors(50, 'many')) }),
      expected: { status: 201 },
    },
    {
      name: '3,000 conditions in groups',
      send: ({ call }) => {
        const values = Array.from({ length: 60 }, () => ({ type: 'OR', values: behaviors(50, 'more') }));
        const halves = [values.slice(0, 30), values.slice(30)].map((half) => ({ type: 'AND', values: half }));
        return call('POST', 'cohorts', { body: dynamic('thousands', halves) });
      },
      expected: { status: 400, code: 'invalid_value' },
    },
    {
      name: 'two cohorts of fifty conditions',
      send: (service, repeat) => ask(service, 'person_id in cohort 2 and person_id not in cohort 3', repeat),
      expected: { status: 200 },
    },
    {
      name: 'three cohorts of fifty conditions',
      send: (service, repeat) =>
        ask(service, "person_id in cohort 2 or person_id in cohort 'b' or person_id in cohort 4", repeat),
      expected: { status: 400, code: 'query_too_complex' },
    },
    {
      name: 'a breakdown by two cohorts of fifty conditions',
      send: ({ call }, repeat) => {
        const breakdownFilter = { breakdown_type: 'cohort', breakdown: [2, 3] };
        const series = [{ kind: 'EventsNode', event: `seen ${repeat}` }];
        return call('POST', 'query/', { body: { query: { kind: 'TrendsQuery', series, breakdownFilter } } });
      },
      expected: { status: 200 },
    },
    {
      name: '10,000 distinct ids',
      send: (service) => add(service, { distinct_ids: ids }),
      expected: { status: 200 },
    },
    {
      name: '10,000 rows of CSV with 20 columns',
      send: (service) =>
        add(
          service,
          `distinct_id${',x'.repeat(19)}\n${ids.map((id) => `${id}${',y'.repeat(19)}\n`).join('')}`,
          'text/csv',
        ),
      expected: { status: 200 },
    },
    {
      name: 'a megabyte of line ends',
      send: (service) => add(service, `distinct_id\n${'\n'.repeat(1_000_000)}`, 'text/csv'),
      expected: { status: 400, code: 'invalid_value' },
    },
  ],
};
