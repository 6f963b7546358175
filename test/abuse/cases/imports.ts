import { gzipSync } from 'node:zlib';
import type { AbusedService, AbuseTable, Answered } from '../abuse-case.ts';

const MAPPING = { event: 'what', distinct_id: 'who', timestamp: 'at' };
const HEADER = 'what,who,at';
const ROW = 'seen,ada,2025-06-01T10:00:00Z';

/** Imports a file and answers how the import has ended. */
async function send(
  { call }: AbusedService,
  body: string | Buffer,
  more: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const asked = { format: 'csv', mapping: JSON.stringify(MAPPING), wait: 'true', ...more };
  const headers = { 'content-type': 'application/octet-stream' };
  const answer = await call('POST', `imports/?${new URLSearchParams(asked)}`, { body, headers });
  return { status: answer.status, code: JSON.parse(answer.text ?? '{}').state };
}

const lines = (count: number, line: string) => `${line}\n`.repeat(count);
const names = Array.from({ length: 1_000 }, (_, at) => `${'column'.repeat(15)}${at}`);

const FAILED = { status: 200, code: 'failed' };
const COMPLETED = { status: 200, code: 'completed' };

/** Files are looked at before the engine reads them, and where it cannot read them. */
export const table: AbuseTable = {
  title: 'Files to import',
  cases: [
    {
      name: 'first rows of 16 KB',
      send: (service) =>
        send(
          service,
          lines(300, JSON.stringify({ what: 'seen', who: 'ada', at: 1, text: 'x"'.repeat(5_000) })),
          {
            format: 'jsonl',
          },
        ),
      expected: FAILED,
    },
    {
      name: 'first rows with times of 10,000 letters',
      send: (service) =>
        send(service, `${HEADER}\n${lines(300, `seen,ada,2025-06-01 ${'a'.repeat(10_000)}1`)}`),
      expected: FAILED,
    },
    {
      name: 'a header of 30,000 columns',
      send: (service) => send(service, `${','.repeat(30_000)}\n${ROW}\n`),
      expected: FAILED,
    },
    {
      name: 'a quote that 4 MB follow',
      send: (service) => send(service, `${HEADER}\n${ROW}\n"${'x;,\t|'.repeat(800_000)}`),
      expected: FAILED,
    },
    {
      name: '3 MB of rows, the last of them too long',
      send: (service) => send(service, `${HEADER}\n${lines(100_000, ROW)}${ROW},1\n`),
      expected: FAILED,
    },
    {
      name: '4 MB of commas in a row, packed',
      send: (service) => send(service, gzipSync(`${HEADER}\n${ROW}\n${','.repeat(4_000_000)}\n`)),
      expected: FAILED,
    },
    {
      name: '4 MB of UTF-16',
      send: (service) => send(service, Buffer.from(`\uFEFF${HEADER}\n${lines(60_000, ROW)}`, 'utf16le')),
      expected: COMPLETED,
      deepOnly: true,
    },
    {
      name: 'a mapping of a hundred columns that are not there, of a thousand',
      send: (service) => {
        const properties = names.slice(0, 100).map((name) => name.replace('column', 'colunm'));
        const file = `${HEADER},${names.join(',')}\n${ROW}${',1'.repeat(1_000)}\n`;
        return send(service, file.slice(0, 2_000_000), {
          mapping: JSON.stringify({ ...MAPPING, properties }),
        });
      },
      expected: FAILED,
    },
  ],
};
