import path from 'node:path';
import { startEmbeddedEngine } from '../adapters/engine/embedded/supervisor.ts';
import { ALLOWED_ENGINE_FUNCTIONS } from '../query/catalog/functions/allowed-engine-functions.ts';
import type { Settings } from './config.ts';
import { enginePlaces } from './engine-places.ts';
import { isServer } from './is-server.ts';
import { openRemoteEngine } from './open-remote-engine.ts';
import { openServerEngine } from './open-server-engine.ts';
import type { EngineParts, OpenedEngine } from './opened-engine.ts';
import { replicaName } from './replica-name.ts';

/** Opens the engine that the settings name: the embedded one, or one that services share. */
export async function openEngine(settings: Settings, parts: EngineParts): Promise<OpenedEngine> {
  if (settings.engineUrl !== undefined) return openAddress(settings, settings.engineUrl, parts);
  const engine = await startEmbeddedEngine({
    folder: engineFolder(settings),
    allowedFunctions: [...ALLOWED_ENGINE_FUNCTIONS],
    places: enginePlaces(settings),
    observe: parts.observe,
  });
  return { engine, prepare: async () => undefined };
}

async function openAddress(
  settings: Settings,
  urls: readonly string[],
  parts: EngineParts,
): Promise<OpenedEngine> {
  const [url] = urls;
  const shared = { ...parts, replica: replicaName(settings) };
  return url !== undefined && (await isServer(settings, urls, parts.database))
    ? openServerEngine(settings, url, shared)
    : openRemoteEngine(settings, urls, shared);
}

/** Where the embedded engine keeps its data. */
export function engineFolder({ dataDir }: Pick<Settings, 'dataDir'>): string {
  return path.join(dataDir, 'engine');
}
