import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { checkServerOf } from '../app/check-engine.ts';
import type { Settings } from '../app/config.ts';
import { describeEngine } from '../app/describe-engine.ts';
import { obstaclesToStart, startService } from '../app/lifecycle.ts';
import { describeRedis } from '../app/open-kv.ts';
import { checkStore } from '../app/open-store.ts';
import { exposureOf } from '../app/private-folder.ts';
import { stopwatchMs } from '../base/clock.ts';
import { StartupError } from '../base/startup-error.ts';
import { lineOfCheck } from './line-of-check.ts';

/**
 * Says what would keep the service from starting here. Else starts the embedded parts on an empty folder and ends them
 * again, so that what is missing on a machine shows before the first start. Neither the data folder nor a PostgreSQL
 * database is changed.
 * @throws StartupError with a sentence for each obstacle
 */
export async function doctor(settings: Settings, { json }: { readonly json: boolean }): Promise<void> {
  const lines = await checkServerOf(settings);
  if (!json) for (const line of lines) console.log(lineOfCheck(line));
  const failed = lines
    .filter(({ verdict }) => verdict === 'FAIL')
    .map(({ about, found }) => `${about}: ${found}`);
  const obstacles = [...(json ? failed : failed.slice(0, 1)), ...(await obstaclesToStart(settings))];
  if (obstacles.length > 0) {
    if (json) console.log(JSON.stringify({ obstacles }));
    throw new StartupError(obstacles.join('\n'));
  }
  const found = await examine(settings);
  if (json) {
    console.log(JSON.stringify(found));
    return;
  }
  console.log(`Node ${found.node} on ${found.platform}`);
  console.log(`The metadata store is ${found.store}`);
  if (found.redis !== null) console.log(found.redis);
  console.log(`Store, engine and listener start in ${found.start_ms} ms`);
  if (found.data_folder_warning !== null) console.log(found.data_folder_warning);
  console.log(`The engine ${found.engine_answers ? 'answers' : 'does not answer'}`);
  for (const sentence of found.shared_engine) console.log(sentence);
  console.log('All good.');
}

async function examine(settings: Settings) {
  const store = await checkStore(settings);
  const sharedEngine = await describeEngine(settings);
  const redis = await describeRedis(settings);
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sluice-doctor-'));
  try {
    const startedMs = stopwatchMs();
    const service = await startService({
      ...settings,
      dataDir,
      port: 0,
      logLevel: 'silent',
      databaseUrl: undefined,
      engineUrl: undefined,
      redisUrl: undefined,
    });
    const startMs = Math.round(stopwatchMs() - startedMs);
    const engineAnswers = await service.services.engine.ping();
    await service.stop();
    return {
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      store,
      redis,
      start_ms: startMs,
      engine_answers: engineAnswers,
      shared_engine: sharedEngine,
      data_folder_warning: exposureOf(settings.dataDir),
    };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
