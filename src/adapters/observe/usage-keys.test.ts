import { expect, onTestFinished, test, vi } from 'vitest';
import { addKeyUsage, type KeyUsageTally, MOST_KEYS } from '../store/key-usage-store.ts';
import { openSqliteDatabase } from '../store/sqlite-database.ts';
import { UsageKeys } from './usage-keys.ts';

// Sums by key stay bounded, and no run is lost from them.

const NOW = Date.UTC(2026, 0, 5, 9);

function tallyOf(keyId: string, endpointId = 'e'): KeyUsageTally {
  const counts = { runs: 1, errors: 0, hits: 1, rows: 2, rowsRead: 3, bytesRead: 4 };
  return { projectId: 1, endpointId, keyId, version: 1, servedFrom: 'cache', startMs: NOW, ...counts };
}

test('the first thousand keys of an hour are told apart, in another process too; the rest is one', async () => {
  const database = await openSqliteDatabase(':memory:');
  onTestFinished(() => database.close());
  const write = async (keys: UsageKeys, tallies: readonly KeyUsageTally[]) =>
    addKeyUsage(database.query, await keys.tellApart(database.query, tallies));
  const names = Array.from({ length: MOST_KEYS + 5 }, (_, index) => `key-${index}`);
  const one = new UsageKeys();
  await write(
    one,
    names.slice(0, 600).map((name) => tallyOf(name)),
  );
  await write(
    one,
    names.slice(300).map((name) => tallyOf(name)),
  );
  await write(new UsageKeys(), [tallyOf('late'), tallyOf('key-0'), tallyOf('late', 'f')]);
  const asked = vi.spyOn(database.query, 'selectFrom');
  await write(
    one,
    names.map((name) => tallyOf(name)),
  );
  expect(asked).not.toHaveBeenCalled();
  const rows = await database.query
    .selectFrom('endpointKeyUsage')
    .select(['endpointId', 'keyId', 'runs'])
    .execute();
  const ofE = rows.filter(({ endpointId }) => endpointId === 'e');
  expect(ofE).toHaveLength(MOST_KEYS + 1);
  expect(ofE.find(({ keyId }) => keyId === 'other')?.runs).toBe(5 + 1 + 5);
  expect(ofE.find(({ keyId }) => keyId === 'key-0')?.runs).toBe(3);
  expect(ofE.reduce((sum, { runs }) => sum + runs, 0)).toBe(600 + (names.length - 300) + 2 + names.length);
  expect(rows.filter(({ endpointId }) => endpointId === 'f')).toMatchObject([{ keyId: 'late', runs: 1 }]);
});
