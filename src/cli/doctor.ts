import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Settings } from '../app/config.ts';
import { startService } from '../app/lifecycle.ts';
import { checkStore } from '../app/open-store.ts';
import { stopwatchMs } from '../base/clock.ts';

/**
 * Starts the embedded parts on an empty folder and ends them again, so that what is missing on a machine shows before
 * the first start. Neither the data folder nor a PostgreSQL database is changed.
 */
export async function doctor(settings: Settings): Promise<void> {
  console.log(`Node ${process.version} on ${process.platform} ${process.arch}`);
  console.log(`The metadata store is ${await checkStore(settings)}`);
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sluice-doctor-'));
  try {
    const startedMs = stopwatchMs();
    const service = await startService({
      ...settings,
      dataDir,
      port: 0,
      logLevel: 'silent',
      databaseUrl: undefined,
    });
    console.log(`Store, engine and listener start in ${Math.round(stopwatchMs() - startedMs)} ms`);
    console.log(`The engine ${(await service.services.engine.ping()) ? 'answers' : 'does not answer'}`);
    await service.stop();
    console.log('All good.');
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
