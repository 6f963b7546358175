import { COVERS_NOTHING_US, listLookups, updateLookup } from '../../src/adapters/store/lookup-store.ts';
import { startService } from '../../src/app/lifecycle.ts';
import { readSettings } from '../../src/app/read-settings.ts';
import { wait } from '../../src/base/wait.ts';
import { PersonFolder } from '../../src/services/capture/fold/person-folder.ts';
import { beginLookup } from '../../src/services/lookups/begin-lookup.ts';
import { LookupBuilder } from '../../src/services/lookups/lookup-builder.ts';
import { AT_ONCE } from '../fixtures/fold-now.ts';

// A service that builds lookups of its first project in small steps, and begins one anew whenever all are ready. It
// folds merged persons as soon as there are some.

const service = await startService(readSettings());
service.open();
process.stdout.write(`Sluice is ready on ${service.url}\n`);
const { services } = service;
await services.lookupBuilder.stop();
const { isShared: hasSharedEngine } = services.engine;
new PersonFolder(services, { ...AT_ONCE, hasSharedEngine, pollMs: 5 }).start();
const builder = new LookupBuilder({ ...services, wait }, { pollMs: 10, stepRows: 40 });
for (const kind of ['property', 'number'] as const) await beginLookup(services, 1, { kind, key: 'n' });
await beginLookup(services, 1, { kind: 'distinct_id' });
for (let round = 0; ; round += 1) {
  await builder.look().catch(() => undefined);
  const lookups = await listLookups(services.database.query, [1]);
  const next = lookups[round % lookups.length];
  if (next !== undefined && lookups.every(({ state }) => state === 'ready'))
    await updateLookup(services.database.query, next, {
      state: 'building',
      coveredFromUs: COVERS_NOTHING_US,
    });
}
