import type { WorkerTask } from '../adapters/workers/workers.ts';

/** Brings the log of the SQLite file of that path into the file. */
export const checkpointTask: WorkerTask<string, void> = {
  name: 'shorten the log of the store',
  busyCode: 'query_capacity',
  load: async () => (await import('../adapters/store/sqlite-copy.ts')).checkpointSqliteFile,
};

/** Empties the log of the SQLite file of that path. */
export const emptyLogTask: WorkerTask<string, void> = {
  name: 'empty the log of the store',
  busyCode: 'query_capacity',
  load: async () => (await import('../adapters/store/sqlite-copy.ts')).emptySqliteLog,
};
