import type { AbusedService, AbuseTable, Answered } from '../abuse-case.ts';

/** Runs a text; a comment makes each repeat another text, so that none is remembered. */
function ask({ call }: AbusedService, text: string, repeat: number): Promise<Answered> {
  const query = `${text} -- ${repeat}`;
  return call('POST', 'query/', { body: { query: { kind: 'HogQLQuery', query } } });
}

/** SQL texts of up to 64 KiB. */
export const table: AbuseTable = {
  title: 'SQL texts',
  cases: [
    {
      name: '20,000 opening brackets',
      send: (service, repeat) => ask(service, `select ${'('.repeat(20_000)}1`, repeat),
      expected: { status: 400, code: 'query_too_complex' },
    },
    {
      name: 'a sum of 9,000 numbers',
      send: (service, repeat) => ask(service, `select ${'1+'.repeat(9_000)}1`, repeat),
      expected: { status: 400, code: 'query_too_complex' },
    },
    {
      name: 'a text literal of 60,000 quotes',
      send: (service, repeat) => ask(service, `select length('${"''".repeat(30_000)}')`, repeat),
      expected: { status: 200 },
    },
    {
      name: '30,000 unclosed quotes',
      send: (service, repeat) => ask(service, `select ${"'\n".repeat(30_000)}`, repeat),
      expected: { status: 400, code: 'syntax_error' },
    },
    {
      name: 'an answer of 55 MB',
      send: (service, repeat) =>
        ask(service, `select repeat('a', 11000) from numbers(5000) limit 5000 -- ${repeat}`, repeat),
      expected: { status: 200 },
      deepOnly: true,
    },
  ],
};
