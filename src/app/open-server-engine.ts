import {
  type ClickHouseServerEngine,
  connectServerEngine,
} from '../adapters/engine/clickhouse-server-engine.ts';
import { serverTableStatements } from '../adapters/engine/ddl/server-tables.ts';
import type { KnownEngine } from '../adapters/store/engine-schema-store.ts';
import { isAppError } from '../base/errors.ts';
import { StartupError } from '../base/startup-error.ts';
import { wait } from '../base/wait.ts';
import { ALLOWED_ENGINE_FUNCTIONS } from '../query/catalog/functions/allowed-engine-functions.ts';
import { adoptEngine } from './adopt-engine.ts';
import type { Settings } from './config.ts';
import { enginePlaces } from './engine-places.ts';
import type { OpenedEngine, SharedEngineParts } from './opened-engine.ts';

/** Between two attempts to be the service that makes the tables. */
const AGAIN_AFTER_MS = 500;

/**
 * Opens a ClickHouse server or cluster as the engine of this store, with the tables, policies and rights of this build.
 * @throws StartupError when it does not answer, or must not be used
 */
export async function openServerEngine(
  settings: Settings,
  url: string,
  parts: SharedEngineParts,
): Promise<OpenedEngine> {
  const { engineCluster: cluster, engineQuorum: quorum } = settings;
  const options = {
    url,
    ...(cluster !== undefined && { cluster }),
    ...(quorum !== undefined && { quorum }),
    allowedFunctions: [...ALLOWED_ENGINE_FUNCTIONS],
    places: enginePlaces(settings),
  };
  const { host } = new URL(url);
  const engine = await connectServerEngine(options).catch((error: unknown) => {
    if (!isAppError(error, 'engine_unavailable', 'query_timeout')) throw error;
    throw new StartupError(
      `The ClickHouse server at ${host} does not answer. Start it, or mend SLUICE_ENGINE_URL; \`sluice doctor\` says more.`,
    );
  });
  try {
    for (;;) {
      const known = await adopt(engine, host, parts);
      if (known === undefined) {
        await wait(AGAIN_AFTER_MS);
        continue;
      }
      parts.observe({ kind: 'lifecycle', event: 'engine_found', detail: known.engineId });
      return { engine, prepare: async () => undefined };
    }
  } catch (error) {
    await engine.close();
    throw error;
  }
}

function adopt(
  engine: ClickHouseServerEngine,
  host: string,
  parts: SharedEngineParts,
): Promise<KnownEngine | undefined> {
  const form = engine.form.cluster === undefined ? 'server' : 'cluster';
  const tables = async (): Promise<void> => {
    for (const sql of serverTableStatements(engine.form)) await engine.command(sql);
  };
  return adoptEngine(
    {
      host,
      form,
      engine,
      steps: [{ version: 1, since: '0.1.0', isContracting: false, apply: tables }],
      greet: async () => ({ form, engineId: await engine.readId() }),
      giveId: (engineId) => engine.giveId(engineId),
      finish: () => engine.makeAccess(),
    },
    parts,
  );
}
