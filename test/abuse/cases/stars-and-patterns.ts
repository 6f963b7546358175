import type { AbusedService, AbuseTable, Answered } from '../abuse-case.ts';

const EVENT = 'abuse';

/** Runs a text; a comment makes each repeat another text, so that none is remembered. */
function ask({ call }: AbusedService, text: string, repeat: number): Promise<Answered> {
  return call('POST', 'query/', { body: { query: { kind: 'HogQLQuery', query: `${text} -- ${repeat}` } } });
}

/** Validates a text: the answer lists all of its errors. */
function validate({ call }: AbusedService, text: string, repeat: number): Promise<Answered> {
  const body = { query: { kind: 'HogQLQuery', query: `${text} -- ${repeat}` } };
  return call('POST', 'endpoints/validate', { body });
}

function trends({ call }: AbusedService, filter: Readonly<Record<string, unknown>>): Promise<Answered> {
  const series = [{ kind: 'EventsNode', event: EVENT }];
  const properties = [{ type: 'event', key: 'p', ...filter }];
  return call('POST', 'query/', { body: { query: { kind: 'TrendsQuery', series, properties } } });
}

const many = (count: number, part: string, between = ', '): string =>
  Array<string>(count).fill(part).join(between);

function nested(levels: number, text: string): string {
  return levels === 0 ? text : `(select *, * from ${nested(levels - 1, text)})`;
}

/** 20 KB that can be read as a group in many ways. */
const LONG_PATTERN = '(?i'.repeat(7_000);

const TOO_COMPLEX = { status: 400, code: 'query_too_complex' } as const;

/** Stars, which stand for more than they say, and patterns, which work longer than they are. */
export const table: AbuseTable = {
  title: 'Stars and patterns',
  cases: [
    {
      name: '9,000 stars',
      send: (service, repeat) => ask(service, `select ${many(9_000, '*')} from events`, repeat),
      expected: TOO_COMPLEX,
    },
    {
      name: 'twelve levels of two stars',
      send: (service, repeat) => ask(service, `select * from ${nested(12, 'events')}`, repeat),
      expected: TOO_COMPLEX,
    },
    {
      name: '800 branches of stars',
      send: (service, repeat) => ask(service, many(800, 'select * from events', ' union all '), repeat),
      expected: TOO_COMPLEX,
    },
    {
      name: '1,000 columns',
      send: (service, repeat) => ask(service, `select ${many(1_000, 'event')} from events`, repeat),
      expected: { status: 200 },
    },
    {
      name: '4,000 unknown functions',
      send: (service, repeat) =>
        validate(service, `select 1 from events group by ${many(4_000, 'averageOfAll()')}`, repeat),
      // The code of the first error that it lists.
      expected: { status: 200, code: 'unknown_function' },
    },
    {
      name: 'a pattern of 20 KB in a filter',
      send: (service) => trends(service, { operator: 'regex', value: LONG_PATTERN }),
      expected: { status: 400, code: 'invalid_filter' },
    },
    {
      name: '1,000 patterns of 250 characters in a filter',
      send: (service, repeat) =>
        trends(service, {
          operator: 'regex',
          value: Array<string>(1_000).fill(`${'(a?'.repeat(82)}${repeat}`),
        }),
      expected: { status: 400, code: 'invalid_filter' },
    },
    {
      name: 'a pattern of 20 KB in SQL',
      send: (service, repeat) => ask(service, `select match(event, '${LONG_PATTERN}') from events`, repeat),
      expected: { status: 400, code: 'invalid_value' },
    },
    {
      name: 'a pattern of 9,000 characters in an action',
      send: ({ call }) =>
        call('POST', 'actions/', {
          body: { name: 'a', steps: [{ event: EVENT, url: '(?i'.repeat(3_000), url_matching: 'regex' }] },
        }),
      expected: { status: 400, code: 'invalid_value' },
    },
    {
      name: 'a pattern of COLUMNS that goes back, on a name of 30,000 letters',
      send: (service, repeat) =>
        ask(service, `select columns('^(a+)+$') from (select 1 as ${'a'.repeat(30_000)}b)`, repeat),
      expected: { status: 400, code: 'unknown_field' },
    },
  ],
};
