import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { StartupError } from '../base/startup-error.ts';
import { readerOf } from '../services/capture/event/geoip.ts';

/** The bytes of the database of addresses, in memory that threads share; undefined without the setting. */
export function openGeoip(path: string | undefined): SharedArrayBuffer | undefined {
  if (path === undefined) return undefined;
  try {
    const database = readShared(path);
    readerOf(database);
    return database;
  } catch (error) {
    throw new StartupError(
      `SLUICE_GEOIP_FILE: ${path} is no MMDB file that can be read (${(error as Error).message}).`,
    );
  }
}

function readShared(path: string): SharedArrayBuffer {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const shared = new SharedArrayBuffer(size);
    const bytes = new Uint8Array(shared);
    for (let at = 0; at < size; ) {
      const count = readSync(file, bytes, at, size - at, at);
      if (count === 0) throw new Error('it became shorter meanwhile');
      at += count;
    }
    return shared;
  } finally {
    closeSync(file);
  }
}
