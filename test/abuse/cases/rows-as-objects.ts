import type { AbusedService, AbuseTable, Answered } from '../abuse-case.ts';

// `?rows=objects` repeats the name of each column in each row, which the service writes and not the engine.

const LONG_NAME = `a ${'very '.repeat(1_000)}long "name"`;

const QUERIES = {
  rows: 'select number as a, toString(number) as b, [number] as c from numbers(50000)',
  wide: `select ${Array.from({ length: 400 }, (_, n) => `number as "column ${n}"`).join(', ')} from numbers(500)`,
  named: `select number as "${LONG_NAME.replaceAll('"', '\\"')}" from numbers(50000)`,
  brackets: `select repeat('],["', 200) as "],[" from numbers(5000)`,
  twice: 'select number as a, number as a from numbers(3)',
} as const;

const ask = async ({ call }: AbusedService, name: string, format = 'json'): Promise<Answered> =>
  call('POST', `endpoints/${name}-objects/run?rows=objects&format=${format}`, {
    body: { refresh: 'force_blocking' },
  });

export const table: AbuseTable = {
  title: 'rows as objects',
  prepare: async ({ call }) => {
    for (const [name, query] of Object.entries(QUERIES)) {
      const made = await call('POST', 'endpoints', {
        body: { name: `${name}-objects`, query: { kind: 'HogQLQuery', query } },
      });
      if (made.status !== 201) throw new Error(made.text);
    }
  },
  cases: [
    { name: '50,000 rows as objects', send: (s) => ask(s, 'rows'), expected: { status: 200 } },
    { name: '200,000 members of 400 names', send: (s) => ask(s, 'wide'), expected: { status: 200 } },
    {
      name: 'a name of 5,000 letters in 50,000 rows: more than an answer holds',
      send: (s) => ask(s, 'named'),
      expected: { status: 400, code: 'query_too_large' },
    },
    { name: '5,000 rows of brackets in texts', send: (s) => ask(s, 'brackets'), expected: { status: 200 } },
    {
      name: 'a name that stands twice',
      send: (s) => ask(s, 'twice'),
      expected: { status: 400, code: 'combination_not_allowed' },
    },
    {
      name: 'objects in csv',
      send: (s) => ask(s, 'rows', 'csv'),
      expected: { status: 400, code: 'combination_not_allowed' },
    },
  ],
};
