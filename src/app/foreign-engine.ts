import type { EngineForm } from '../adapters/engine/greet-engine.ts';
import type { EngineFormName, KnownEngine } from '../adapters/store/engine-schema-store.ts';

const NAMES: Readonly<Record<EngineFormName, string>> = {
  process: 'a `sluice engine`',
  server: 'a ClickHouse server',
  cluster: 'a ClickHouse cluster',
};

interface Found {
  readonly host: string;
  readonly form: EngineForm | EngineFormName;
  /** Empty when the engine has none yet. */
  readonly engineId: string;
}

/**
 * Why a service must not use the engine that answers, in one sentence; null when it may. An engine belongs to one
 * metadata store for good: what one of them knows of events, the other one must have.
 */
export function foreignEngine(
  { host, form, engineId }: Found,
  known: KnownEngine | undefined,
): string | null {
  const where = `The host ${host} of SLUICE_ENGINE_URL`;
  if (known === undefined)
    return engineId === ''
      ? null
      : `${where} has the events of another metadata store than that of SLUICE_DATABASE_URL: name its store, or an engine with an empty folder.`;
  if (form !== known.form)
    return `${where} is ${NAMES[form]}, but the metadata store of SLUICE_DATABASE_URL works with ${NAMES[known.form]}: name that one, or another database.`;
  // The id is noted in the store before the engine gets it.
  const isBeingNamed = known.version === 0 && engineId === '';
  if (engineId === known.engineId || isBeingNamed) return null;
  return `${where} is ${engineId === '' ? 'a new engine' : `the engine ${engineId}`}, but the events of the metadata store of SLUICE_DATABASE_URL are in the engine ${known.engineId}: name that one, or another database.`;
}
