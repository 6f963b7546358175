import type { Database } from '../adapters/store/database.ts';
import { findKnownEngine } from '../adapters/store/engine-schema-store.ts';
import type { Settings } from './config.ts';
import type { OpenedEngine } from './opened-engine.ts';
import { replicaName } from './replica-name.ts';

interface NamedEngine {
  readonly prepareEngine: OpenedEngine['prepare'];
  /** Known when the engine is prepared. */
  readonly engineName: Promise<string>;
}

/** By which name an engine is known to all services that have it, and to none that has another. */
export function nameEngine(
  settings: Pick<Settings, 'engineUrl' | 'databaseUrl' | 'dataDir'>,
  { query }: Pick<Database, 'query'>,
  prepare: OpenedEngine['prepare'],
): NamedEngine {
  const named = Promise.withResolvers<string>();
  return {
    prepareEngine: async (stopping) => {
      await prepare(stopping);
      const shared = settings.engineUrl === undefined ? undefined : await findKnownEngine(query);
      named.resolve(shared?.engineId ?? replicaName(settings));
    },
    engineName: named.promise,
  };
}
