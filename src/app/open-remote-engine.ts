import { readFileSync } from 'node:fs';
import { ClickHouseEngine } from '../adapters/engine/clickhouse-engine.ts';
import { SCHEMA_STEPS } from '../adapters/engine/ddl/schema-steps.ts';
import type { EngineHost, Greet } from '../adapters/engine/engine-hosts.ts';
import { greetEngine, WrongSecretError } from '../adapters/engine/greet-engine.ts';
import { RemoteEngine } from '../adapters/engine/remote-engine.ts';
import { giveEngineId } from '../adapters/engine/statements/engine-id.ts';
import type { KnownEngine } from '../adapters/store/engine-schema-store.ts';
import { isAppError } from '../base/errors.ts';
import { StartupError } from '../base/startup-error.ts';
import { wait } from '../base/wait.ts';
import { ALLOWED_ENGINE_FUNCTIONS } from '../query/catalog/functions/allowed-engine-functions.ts';
import { adoptEngine } from './adopt-engine.ts';
import type { Settings } from './config.ts';
import { engineSecretOf } from './engine-address.ts';
import { enginePlaces } from './engine-places.ts';
import { foreignEngine } from './foreign-engine.ts';
import type { OpenedEngine, SharedEngineParts } from './opened-engine.ts';

/** Between two attempts to reach an engine, or to be the service that makes its tables. */
const AGAIN_AFTER_MS = 500;

/**
 * Opens the engine at some addresses. It is prepared at once when it answers, because what follows may have to complete
 * deletions.
 * @throws StartupError when it must not be used
 */
export async function openRemoteEngine(
  settings: Settings,
  urls: readonly string[],
  parts: SharedEngineParts,
): Promise<OpenedEngine> {
  const engine = remoteEngineOf(settings, urls);
  let isPrepared = false;
  const tryToPrepare = async (): Promise<boolean> => {
    isPrepared ||= await takeIntoUse(engine, parts);
    return isPrepared;
  };
  try {
    await tryToPrepare();
  } catch (error) {
    await engine.close();
    throw error;
  }
  return { engine, prepare: (stopping) => untilPrepared(tryToPrepare, parts, stopping) };
}

/** The engine of the settings, of which nothing is known yet. */
export function remoteEngineOf(settings: Settings, urls: readonly string[]): RemoteEngine {
  return new RemoteEngine({
    urls,
    secret: engineSecretOf(settings, urls),
    ...(settings.engineCaFile !== undefined && { ca: readCa(settings.engineCaFile) }),
    allowedFunctions: [...ALLOWED_ENGINE_FUNCTIONS],
    places: enginePlaces(settings),
  });
}

function readCa(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new StartupError(`The file ${file} of SLUICE_ENGINE_CA_FILE cannot be read: name a PEM file.`, {
      cause,
    });
  }
}

/** False when no host answers, or another service makes the tables just now. */
async function takeIntoUse(engine: RemoteEngine, parts: SharedEngineParts): Promise<boolean> {
  const host = await firstAnswering(engine.hosts);
  const known = host && (await adopt(host, parts).catch(unlessPassing));
  if (known === undefined) return false;
  parts.observe({ kind: 'lifecycle', event: 'engine_found', detail: known.engineId });
  await engine.watch(greetAs(known, parts));
  return true;
}

async function untilPrepared(
  tryToPrepare: () => Promise<boolean>,
  { observe }: SharedEngineParts,
  stopping: AbortSignal,
): Promise<void> {
  let isTold = false;
  while (!(await tryToPrepare())) {
    if (stopping.aborted) throw new StartupError('The service was stopped before its engine answered.');
    const detail =
      'The engine of SLUICE_ENGINE_URL does not answer; the service is not ready and asks again.';
    if (!isTold) observe({ kind: 'warning', about: 'engine', detail });
    isTold = true;
    await wait(AGAIN_AFTER_MS, stopping);
  }
}

/** The engine or the store went away meanwhile: it is tried again. */
function unlessPassing(error: unknown): undefined {
  if (!isAppError(error, 'engine_unavailable', 'store_unavailable')) throw error;
}

/** @throws StartupError when a host does not take the secret */
async function firstAnswering(hosts: readonly EngineHost[]): Promise<EngineHost | undefined> {
  for (const host of hosts) {
    try {
      await greetEngine(host.connection);
      return host;
    } catch (error) {
      if (error instanceof WrongSecretError) throw new StartupError(wrongSecret(host));
      if (!isAppError(error)) throw error;
    }
  }
  return undefined;
}

function wrongSecret({ name }: EngineHost): string {
  return `The engine at ${name} does not take the secret of SLUICE_ENGINE_URL: give the service and \`sluice engine\` the same SLUICE_ENGINE_SECRET.`;
}

function adopt(host: EngineHost, parts: SharedEngineParts): Promise<KnownEngine | undefined> {
  const engine = new ClickHouseEngine({ connection: () => host.connection, isShared: true });
  return adoptEngine(
    {
      host: host.name,
      form: 'process',
      engine,
      steps: SCHEMA_STEPS,
      greet: () => greetEngine(host.connection),
      giveId: (engineId) => giveEngineId(engine, engineId),
    },
    parts,
  );
}

/** Welcomes the hosts that are this engine. What another one is told once, until it is another one again. */
function greetAs(known: KnownEngine, { observe }: SharedEngineParts): Greet {
  const told = new Map<string, string>();
  return async (host) => {
    const refusal = await refusalOf(host, known);
    if (refusal !== null && refusal !== '' && told.get(host.name) !== refusal)
      observe({ kind: 'warning', about: 'engine', detail: refusal });
    told.set(host.name, refusal ?? '');
    return refusal === null;
  };
}

/** Null for a host that may be used, empty for one that does not answer. */
async function refusalOf(host: EngineHost, known: KnownEngine): Promise<string | null> {
  try {
    return foreignEngine({ host: host.name, ...(await greetEngine(host.connection)) }, known);
  } catch (error) {
    return error instanceof WrongSecretError ? wrongSecret(host) : '';
  }
}
