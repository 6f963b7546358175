import type { AbuseCase, AbuseTable } from '../abuse-case.ts';

/** A query that the engine must end in time; meanwhile the service waits and does nothing else. */
function query(name: string, text: string, code: string): AbuseCase {
  return {
    name,
    send: ({ call }) => call('POST', 'query/', { body: { query: { kind: 'HogQLQuery', query: text } } }),
    expected: { status: 400, code },
  };
}

export const table: AbuseTable = {
  title: 'values that few letters make large',
  settings: { executionTimeoutMs: 1_000 },
  cases: [
    query(
      'a text of 100,000 characters in 10,000 rows',
      "select repeat('a', 100000) from numbers(10000) limit 10000",
      'query_too_large',
    ),
    query('a literal that asks for too much', "select repeat('a', 5000000)", 'query_too_large'),
    query(
      'a needle as long as its text',
      "select position(repeat('a', 1000000), concat(repeat('a', 300000), 'b'))",
      'query_failed',
    ),
    query(
      'two lists of a million elements',
      'select hasAny(range(1000000), arrayMap(x -> x + 2000000, range(1000000)))',
      'query_failed',
    ),
    query(
      'a list in every row',
      'select count() from numbers(10000000) where has(range(1000000), number + 2000000)',
      'query_timeout',
    ),
    query(
      'a product of 10^12 rows',
      'select sum(a.number * b.number) from numbers(1000000) as a cross join numbers(1000000) as b',
      'query_timeout',
    ),
  ],
};
