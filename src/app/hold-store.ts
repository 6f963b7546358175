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

type HeldSettings = Pick<Settings, 'databaseUrl' | 'dataDir' | 'engineUrl' | 'testSeparateEngines'>;

/**
 * Makes sure that no other engine answers for the metadata store of the settings, and that no other service has the
 * name of this one. Call it with the data folder locked, which holds a store in it already.
 * @throws StartupError naming the engine that has the store, or the name that is taken
 */
export async function holdStore(settings: HeldSettings, observe: Observe): Promise<EngineHold> {
  const { databaseUrl: url, testSeparateEngines } = settings;
  if (url === undefined) return ownStore;
  if (testSeparateEngines) {
    observe({
      kind: 'warning',
      about: 'engines',
      detail: 'SERVICES WITH OTHER EVENTS MAY USE THE SAME STORE',
    });
  }
  return PostgresEngineHold.take({
    url,
    engine: engineOf(settings),
    isShared: testSeparateEngines || settings.engineUrl !== undefined,
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
  const isShared = settings.engineUrl !== undefined;
  const holder = await findEngineHolder(url, isShared).catch((error: unknown) => {
    throw unusableServer(error);
  });
  if (holder !== undefined && holder !== knownReplicaName(dataDir))
    throw refusalBeside(holder, engineOf(settings));
}

function engineOf({ engineUrl, dataDir }: HeldSettings): string {
  return engineUrl === undefined ? `the engine in ${dataDir}` : 'the engine of SLUICE_ENGINE_URL';
}
