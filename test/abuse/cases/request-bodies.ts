import type { AbuseTable } from '../abuse-case.ts';

const DEEP = `${'['.repeat(500_000)}${']'.repeat(500_000)}`;
const MEMBERS = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`member-${i}`, i]));
const FILTER = { key: '$browser', type: 'event', value: 'Chrome', operator: 'exact' };

/** Bodies of up to a MiB, the most that is read of them. */
export const table: AbuseTable = {
  title: 'bodies of requests',
  noticedUntil: 'places',
  cases: [
    {
      name: 'a million brackets',
      send: ({ call }) => call('POST', 'query/', { body: DEEP }),
      expected: { status: 400, code: 'invalid_json' },
    },
    {
      name: '20,000 unknown members',
      send: ({ call }) => call('POST', 'query/', { body: MEMBERS }),
      expected: { status: 400, code: 'unknown_member' },
    },
    {
      name: '20,000 filters of test accounts',
      send: ({ call }) => {
        const filters = Array.from({ length: 20_000 }, (_, i) => ({ [`a${i}`]: 1 }));
        return call('PATCH', '/api/projects/1', { body: { test_account_filters: filters } });
      },
      expected: { status: 400, code: 'invalid_filter' },
    },
    {
      name: '10,000 filters',
      send: ({ call }) => {
        const query = { kind: 'HogQLQuery', query: 'select count() from events' };
        const properties = Array.from({ length: 10_000 }, () => FILTER);
        return call('POST', 'query/', { body: { query, filters_override: { properties } } });
      },
      expected: { status: 400, code: 'invalid_filter' },
    },
  ],
};
