import {
  type ClickHouseServerEngine,
  connectServerEngine,
} from '../adapters/engine/clickhouse-server-engine.ts';
import { serverTableStatements } from '../adapters/engine/ddl/server-tables.ts';
import {
  findKnownEngine,
  type KnownEngine,
  recordEngineSchema,
  tryToLockEngineSchema,
} from '../adapters/store/engine-schema-store.ts';
import { isAppError } from '../base/errors.ts';
import { newRandomUuid } from '../base/ids.ts';
import { StartupError } from '../base/startup-error.ts';
import { wait } from '../base/wait.ts';
import { ALLOWED_ENGINE_FUNCTIONS } from '../query/catalog/functions/allowed-engine-functions.ts';
import type { Settings } from './config.ts';
import { enginePlaces } from './engine-places.ts';
import { foreignEngine } from './foreign-engine.ts';
import type { EngineParts, OpenedEngine } from './opened-engine.ts';
import { takeSchemaSteps } from './take-schema-steps.ts';

/** Between two attempts to be the service that makes the tables. */
const AGAIN_AFTER_MS = 500;

/**
 * Opens a ClickHouse server or cluster as the engine of this store, with the tables, policies and rights of this build.
 * @throws StartupError when it does not answer, or must not be used
 */
export async function openServerEngine(
  settings: Settings,
  url: string,
  parts: EngineParts,
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

/**
 * Makes a server the engine of this store. One service at a time does so.
 * @returns undefined when another service is at it
 */
async function adopt(
  engine: ClickHouseServerEngine,
  host: string,
  { database, clock }: EngineParts,
): Promise<KnownEngine | undefined> {
  // The transaction holds the lock and nothing else: what is written must be kept when a later step fails.
  return database.transaction(async (transaction) => {
    if (!(await tryToLockEngineSchema(transaction))) return undefined;
    const form = engine.form.cluster === undefined ? 'server' : 'cluster';
    const stored = await findKnownEngine(database.query);
    const engineId = await engine.readId();
    const refusal = foreignEngine({ host, form, engineId }, stored);
    if (refusal !== null) throw new StartupError(refusal);
    const known = stored ?? { engineId: newRandomUuid(), form, version: 0 };
    if (stored === undefined) await recordEngineSchema(database.query, known, clock.nowMs());
    if (engineId === '') await engine.giveId(known.engineId);
    const tables = async (): Promise<void> => {
      for (const sql of serverTableStatements(engine.form)) await engine.command(sql);
    };
    await takeSchemaSteps({
      steps: [{ version: 1, isContracting: false, apply: tables }],
      taken: known.version,
      // Every step so far only adds.
      oldestInUse: async () => 0,
      take: async (step) => {
        await step.apply(engine);
        await recordEngineSchema(database.query, { ...known, version: step.version }, clock.nowMs());
      },
    });
    await engine.makeAccess();
    return known;
  });
}
