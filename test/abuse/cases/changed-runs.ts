import type { AbusedService, AbuseTable, Answered } from '../abuse-case.ts';

// What a run changes of a stored query, as much as is read of it: decision 0039.

const property = (n: number) => ({
  ...{ key: `property ${n}`, type: 'event', operator: 'exact', value: ['a', 'b'] },
});
const properties = (count: number, repeat: number) =>
  Array.from({ length: count }, (_, n) => property(n + 1_000 * repeat));
const seriesOf = (count: number, each: number, repeat: number) =>
  Array.from({ length: count }, (_, s) => ({
    ...{ kind: 'EventsNode', event: `event ${s}`, properties: properties(each, repeat * 100 + s) },
  }));
const TEXT = `select ${Array.from({ length: 800 }, (_, n) => `properties.a${n} as c${n}`).join(', ')}
  from events where {filters}`;

const run = async ({ call }: AbusedService, name: string, body: object, format = 'json'): Promise<Answered> =>
  call('POST', `endpoints/${name}/run?format=${format}`, { body });

export const table: AbuseTable = {
  title: 'what runs change',
  prepare: async ({ call }) => {
    const series = [
      { kind: 'EventsNode', event: 'a' },
      { kind: 'EventsNode', event: 'b' },
    ];
    const queries = {
      'changed-trends': { kind: 'TrendsQuery', series },
      'changed-funnel': { kind: 'FunnelsQuery', series },
      'changed-text': { kind: 'HogQLQuery', query: TEXT },
    };
    for (const [name, query] of Object.entries(queries)) {
      const made = await call('POST', 'endpoints', { body: { name, query } });
      if (made.status !== 201) throw new Error(made.text);
    }
  },
  cases: [
    {
      name: 'an override of 26 series with 20 filters each',
      send: (s, repeat) => run(s, 'changed-trends', { query_override: { series: seriesOf(26, 20, repeat) } }),
      expected: { status: 200 },
    },
    {
      name: 'an override of 10 steps with 50 filters each',
      send: (s, repeat) => run(s, 'changed-funnel', { query_override: { series: seriesOf(10, 50, repeat) } }),
      expected: { status: 200 },
      deepOnly: true,
    },
    {
      name: 'filters of a text of 20,000 letters',
      send: (s, repeat) =>
        run(s, 'changed-text', { filters_override: { properties: properties(50, repeat) } }),
      expected: { status: 200 },
    },
    {
      name: 'a stream of a text of 20,000 letters',
      send: (s, repeat) => run(s, 'changed-text', { limit: 10 + repeat }, 'csv'),
      expected: { status: 200 },
      deepOnly: true,
    },
  ],
};
