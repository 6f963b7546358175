import type { StoredFile } from '../../adapters/engine/statements/stored-file.ts';
import type { StoredObject } from '../../schema/snapshot-manifest.ts';
import type { SnapshotFiles } from './snapshot-files.ts';

/** An object of a snapshot, and what a build wrote there. */
export interface WrittenObject {
  readonly projectId: number;
  readonly key: string;
  readonly written: StoredObject;
}

/** Objects of snapshots for the engine to read. Every byte is checked before the first use. */
export interface SnapshotSources {
  /**
   * Calls `work` with a place where the engine finds exactly what was written.
   * @throws UnusableSnapshotError when the object is missing or is not what was written; ObjectsUnavailableError
   */
  use<Value>(object: WrittenObject, work: (file: StoredFile) => Promise<Value>): Promise<Value>;
}

/** Objects as files of this machine, for an engine that is on it. */
export function sourcesOfFiles(files: SnapshotFiles): SnapshotSources {
  return {
    use: ({ key, written }, work) => files.use(key, written, (path) => work({ kind: 'file', path })),
  };
}
