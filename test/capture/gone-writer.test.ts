import { expect, onTestFinished, test } from 'vitest';
import { sameEngine } from '../../src/adapters/engine/same-engine.ts';
import { ensureCaptureProgress, setAppliedTo } from '../../src/adapters/store/capture-progress-store.ts';
import { updateLookup } from '../../src/adapters/store/lookup-store.ts';
import { beginLookup } from '../../src/services/lookups/begin-lookup.ts';
import { startCapture } from './capture-fixture.ts';

// A service was killed between the rows of a block and their ids, and its callers send the events to another service.
// [CAP-6.2].

const IDS = [
  '01950000-0000-7000-8000-000000000001',
  '01950000-0000-7000-8000-000000000002',
  '01950000-0000-7000-8000-000000000003',
];

test('events that a service which is gone has half written are stored once when another one gets them', async () => {
  const capture = await startCapture((engine) => ({ ...sameEngine(engine), isShared: true }));
  onTestFinished(() => capture.close());
  const { database, engine } = capture.services;
  const { id: projectId, captureToken } = capture.project;
  const lookup = await beginLookup(capture.services, projectId, { kind: 'distinct_id' });
  await updateLookup(database.query, lookup, { state: 'ready', coveredFromUs: 0 });
  await ensureCaptureProgress(database.query, 'gone');
  await setAppliedTo(database.query, 'gone', { appliedTo: 100, appliedLanes: null });
  // The first with another time, as the server of then has given it.
  await engine.command(`INSERT INTO app.events
      (project_id, uuid, event, distinct_id, person_id, timestamp, created_at, properties)
    SELECT ${projectId}, toUUID(id), 'e', 'd', generateUUIDv4(), toDateTime64('2026-01-05 11:59:00', 6, 'UTC'), now64(6), '{}'
    FROM (SELECT arrayJoin(['${IDS[0]}', '${IDS[1]}']) AS id)`);
  const batch = IDS.map((uuid) => ({ event: 'e', uuid, distinct_id: 'd' }));
  await capture.send({ api_key: captureToken, batch });
  await capture.send({ api_key: captureToken, batch });
  for (const table of ['events', 'event_ids', 'lookups'])
    expect(await capture.rows(`SELECT toString(uuid) FROM app.${table} ORDER BY uuid`), table).toEqual(
      IDS.map((uuid) => [uuid]),
    );
});
