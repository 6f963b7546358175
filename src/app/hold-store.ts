import { type EngineHold, ownStore } from '../adapters/store/engine-hold.ts';
import {
  findEngineHolder,
  PostgresEngineHold,
  refusalBeside,
} from '../adapters/store/postgres-engine-hold.ts';
import { unusableServer } from '../adapters/store/unusable-server.ts';
import type { Observe } from '../base/observation.ts';
import type { Settings } from './config.ts';
import { knownReplicaName, replicaName } from './replica-name.ts';

type HeldSettings = Pick<Settings, 'databaseUrl' | 'dataDir' | 'testSeparateEngines'>;

/**
 * Makes sure that no other engine answers for the metadata store of the settings. Call it with the data folder locked,
 * which holds a store in it already.
 * @throws StartupError naming the engine that has the store
 */
export async function holdStore(settings: HeldSettings, observe: Observe): Promise<EngineHold> {
  const { databaseUrl: url, dataDir, testSeparateEngines } = settings;
  if (url === undefined) return ownStore;
  if (testSeparateEngines) {
    observe({
      kind: 'warning',
      about: 'engines',
      detail: 'SERVICES WITH OTHER EVENTS MAY USE THE SAME STORE',
    });
    return ownStore;
  }
  return PostgresEngineHold.take({
    url,
    dataDir,
    engineId: replicaName(settings),
    onChange: (state, detail) =>
      observe(
        state === 'held'
          ? { kind: 'lifecycle', event: 'store_held', detail }
          : { kind: 'warning', about: 'metadata store', detail },
      ),
  });
}

/**
 * Asks whether another engine than that of the data folder has the metadata store now, and changes nothing.
 * @throws StartupError when one has, so that a start would be refused
 */
export async function checkHolder(settings: HeldSettings): Promise<void> {
  const { databaseUrl: url, dataDir, testSeparateEngines } = settings;
  if (url === undefined || testSeparateEngines) return;
  const holder = await findEngineHolder(url).catch((error: unknown) => {
    throw unusableServer(error);
  });
  if (holder !== undefined && holder !== knownReplicaName(dataDir)) throw refusalBeside(holder, dataDir);
}
