import { gzipSync } from 'node:zlib';
import type { AbusedService, AbuseTable, Answered } from '../abuse-case.ts';

// Many bodies of 20 KB at once that stand for 20 MB each.

const VALUES = gzipSync(`{"batch":[${'0,'.repeat(9 * 1024 * 1024)}0]}`);

/** Most of them are refused because one address sends too much, or all together do; all count as 401 here. */
async function sendMany(service: AbusedService): Promise<Answered> {
  const one = () => service.call('POST', '/batch/', { key: null, body: VALUES });
  const answers = await Promise.all(Array.from({ length: 120 }, one));
  return answers.find(({ status }) => ![401, 429, 503].includes(status)) ?? { status: 401 };
}

export const table: AbuseTable = {
  title: 'floods of capture',
  cases: [{ name: '120 bombs at once', send: sendMany, expected: { status: 401 } }],
};
