import type { AbuseTable } from '../abuse-case.ts';

const manyProperties = (count: number, letters: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`property ${n}`, 'x'.repeat(letters)]));

export const table: AbuseTable = {
  title: 'persons with large properties',
  prepare: async ({ call, captureToken }) => {
    for (let n = 0; n < 12; n += 1) {
      const $set = n < 6 ? manyProperties(10, 90_000) : manyProperties(1_000, 400);
      const batch = [{ event: 'see', distinct_id: `large ${n}`, properties: { $set } }];
      const sent = await call('POST', '/batch/?wait=true', { body: { api_key: captureToken, batch } });
      if (sent.status !== 200) throw new Error(sent.text);
    }
  },
  cases: [
    {
      name: 'all of twelve persons of 400 to 900 KB',
      send: ({ call }) => call('GET', 'persons/?limit=1000'),
      expected: { status: 200 },
    },
    {
      name: 'one of 1,000 properties',
      send: ({ call }) => call('GET', 'persons/?distinct_id=large%2011'),
      expected: { status: 200 },
    },
  ],
};
