import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { writeMmdb } from '../../fixtures/write-mmdb.ts';
import type { AbusedService, AbuseTable, Answered } from '../abuse-case.ts';

// Events whose addresses are looked up in an MMDB file.

const folder = mkdtempSync(path.join(tmpdir(), 'sluice-places-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const geoipFile = path.join(folder, 'city.mmdb');
const record = (code: string) => ({
  country: { iso_code: code, names: { en: code } },
  city: { names: { en: 'a city '.repeat(50) } },
});
const networks = Array.from(
  { length: 5_000 },
  (_, n) => [`${1 + (n % 200)}.${Math.floor(n / 200)}.0.0/16`, record(`C${n % 90}`)] as const,
);
writeFileSync(geoipFile, writeMmdb(Object.fromEntries(networks)));

function send({ call, captureToken }: AbusedService, addresses: readonly string[]): Promise<Answered> {
  const batch = addresses.map(($ip, n) => ({
    event: 'placed',
    distinct_id: `a${n % 9}`,
    properties: { $ip },
  }));
  const body = gzipSync(JSON.stringify({ api_key: captureToken, batch }));
  return call('POST', '/batch/', { key: null, body });
}

const many = (count: number, addressOf: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => addressOf(n));

export const table: AbuseTable = {
  title: 'places of senders',
  settings: { geoipFile, maxCaptureBytes: 200 * 1024 * 1024 },
  cases: [
    {
      name: '400 events of 400 addresses, a few on the loop',
      send: (s) =>
        send(
          s,
          many(400, (n) => `${1 + (n % 200)}.${n % 25}.1.1`),
        ),
      expected: { status: 200 },
    },
    {
      name: '20,000 events, each from another address',
      send: (s) =>
        send(
          s,
          many(20_000, (n) => `${1 + (n % 200)}.${n % 25}.${n % 251}.1`),
        ),
      expected: { status: 200 },
    },
    {
      name: '20,000 events of addresses that are nowhere',
      send: (s) =>
        send(
          s,
          many(20_000, (n) => `2001:db8::${n.toString(16)}`),
        ),
      expected: { status: 200 },
    },
    {
      name: 'an address of 900,000 percent signs',
      send: (s) => send(s, ['%'.repeat(900_000)]),
      expected: { status: 200 },
    },
    {
      name: '50 addresses of 18,000 times ::ffff:',
      send: (s) =>
        send(
          s,
          many(50, () => '::ffff:1.'.repeat(2_000)),
        ),
      expected: { status: 200 },
    },
  ],
};
