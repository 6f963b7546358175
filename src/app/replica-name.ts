import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newRandomUuid } from '../base/ids.ts';
import type { Settings } from './config.ts';

/**
 * What this replica calls its own in the metadata store: how far its spool has come, the imports it runs, and
 * which engine may answer. `local` where
 * nobody shares the store, else an id that lives and dies with the data folder, as the spool does. Call it with the
 * data folder locked.
 */
export function replicaName(settings: Pick<Settings, 'databaseUrl' | 'dataDir'>): string {
  if (settings.databaseUrl === undefined) return 'local';
  const file = fileIn(settings.dataDir);
  if (!existsSync(file)) writeFileSync(file, `${newRandomUuid()}\n`, { flag: 'wx', flush: true });
  return readFileSync(file, 'utf8').trim();
}

/** The name that the data folder holds already, without making one. */
export function knownReplicaName(dataDir: string): string | undefined {
  const file = fileIn(dataDir);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

function fileIn(dataDir: string): string {
  return path.join(dataDir, 'replica-id');
}
