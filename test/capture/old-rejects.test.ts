import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startTestService } from '../fixtures/start-service.ts';

// Rejected rows may name persons, so they expire; so does the progress of ended deletions. [CAP-9.7]

test('rejected rows and ended deletions are kept 30 days', async () => {
  const service = await startTestService();
  onTestFinished(() => service.close());
  service.setNow('2026-01-05T12:00:00Z');
  const row = { event: 'x', distinct_id: 'ada', timestamp: '2026-01-05T11:00:00Z', properties: {} };
  const body = [row, { ...row, timestamp: '2025-13-45' }].map((each) => JSON.stringify(each)).join('\n');
  const headers = { 'content-type': 'application/octet-stream' };
  const { json } = await service.call('POST', 'imports/?wait=true', { body, headers });
  await service.call('POST', 'events/delete/', { body: { event: 'x', wait: true } });
  const kept = async () => {
    await service.services.eventExpirer.expire();
    const rows = (await service.call('GET', `imports/${json.id}/rejected`)).text.length > 0;
    const deletions = (
      await service.services.database.query.selectFrom('eventDeletions').select('id').execute()
    ).length;
    return [rows, readdirSync(path.join(service.dataDir, 'imports')).length, deletions];
  };
  service.setNow('2026-02-03T12:00:00Z');
  expect(await kept()).toEqual([true, 1, 1]);
  service.setNow('2026-02-05T12:00:00Z');
  expect(await kept()).toEqual([false, 0, 0]);
});
