import type { AbuseTable } from '../abuse-case.ts';

const DEEP = `${'['.repeat(500_000)}${']'.repeat(500_000)}`;
const FILTER = { key: '$browser', type: 'event', value: 'Chrome', operator: 'exact' };

const members = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`member-${i}`, i]));
const objects = (count: number) => Array.from({ length: count }, (_, i) => ({ [`a${i}`]: 1 }));

/** Bodies of up to a MiB, the most that is read of them. */
export const table: AbuseTable = {
  title: 'bodies of requests',
  cases: [
    {
      name: '60,000 objects with names of their own',
      send: ({ call }) => call('POST', 'query/', { body: { query: objects(60_000) } }),
      expected: { status: 413, code: 'payload_too_large' },
    },
    {
      name: 'the most objects with names of their own that are read',
      send: ({ call }) => call('POST', 'query/', { body: { query: objects(14_000) } }),
      expected: { status: 400, code: 'invalid_value' },
    },
    {
      name: 'a text of 900 KB with an escape at each third letter',
      send: ({ call }) => call('POST', 'query/', { body: { query: 'ab%"\\é '.repeat(100_000) } }),
      expected: { status: 400, code: 'invalid_value' },
    },
    {
      name: 'a million brackets',
      send: ({ call }) => call('POST', 'query/', { body: DEEP }),
      expected: { status: 413, code: 'payload_too_large' },
    },
    {
      name: '20,000 unknown members',
      send: ({ call }) => call('POST', 'query/', { body: members(20_000) }),
      expected: { status: 413, code: 'payload_too_large' },
    },
    {
      name: '900 unknown members',
      send: ({ call }) => call('POST', 'query/', { body: members(900) }),
      expected: { status: 400, code: 'unknown_member' },
    },
    {
      name: '14,000 filters of test accounts',
      send: ({ call }) => {
        return call('PATCH', '/api/projects/1', { body: { test_account_filters: objects(14_000) } });
      },
      expected: { status: 400, code: 'invalid_filter' },
    },
    {
      name: '5,000 filters',
      send: ({ call }) => {
        const query = { kind: 'HogQLQuery', query: 'select count() from events' };
        const properties = Array.from({ length: 5_000 }, () => FILTER);
        return call('POST', 'query/', { body: { query, filters_override: { properties } } });
      },
      expected: { status: 400, code: 'invalid_filter' },
    },
  ],
};
