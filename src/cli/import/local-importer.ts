import path from 'node:path';
import { compose } from '../../app/compose.ts';
import type { Settings } from '../../app/config.ts';
import { dataObstacle } from '../../app/open-store.ts';
import { isAppError } from '../../base/errors.ts';
import { StartupError } from '../../base/startup-error.ts';
import { getEventDeletion } from '../../services/capture/deletion/get-event-deletion.ts';
import { importFile } from '../../services/capture/import/import-file.ts';
import { countUndoable, undoImport } from '../../services/capture/undo-import.ts';
import { CommandError } from '../command-error.ts';
import type { Importer } from './import-files.ts';
import { ImportReport } from './import-report.ts';

/**
 * Imports in this process, with the service stopped: one process has the data folder.
 * @throws StartupError when the folder is in use, or there is no such project
 */
export async function openLocalImporter(settings: Settings, projectId: number): Promise<Importer> {
  const obstacle = await dataObstacle(settings);
  if (obstacle !== null) throw new StartupError(obstacle);
  const { services, prepareEngine, close } = await compose(settings);
  await prepareEngine(new AbortController().signal);
  if (!(await services.catalog.has(projectId))) {
    await close();
    throw new StartupError(
      `There is no project ${projectId} in ${settings.dataDir}. \`sluice start\` makes project 1.`,
    );
  }
  const caller = { projectId, author: { keyId: '', label: 'sluice import' } };
  return {
    close,
    countUndoable: (id) => {
      const { signal } = new AbortController();
      return countUndoable(services, { ...caller, keyId: '', signal }, id).catch(refuse);
    },
    undo: (id) => undoImport(services, caller, id).catch(refuse),
    findDeletion: (id) => getEventDeletion(services, { projectId, id }),
    take: async (file, order) => {
      const report = new ImportReport(path.basename(file.path));
      const ended = await importFile(services, {
        ...order,
        ...file,
        onProgress: (running) => report.update(running),
      })
        .catch(refuse)
        .finally(() => report.end());
      report.print({ ...ended, sample: ended.sample === null ? null : JSON.parse(ended.sample) });
      if (ended.rejected > 0) console.log(`  rejected rows with their reasons: ${file.rejectPath}`);
      return ended;
    },
  };
}

/** @throws CommandError refused, when the owner of the file can mend it */
function refuse(error: unknown): never {
  if (!isAppError(error) || error.code === 'internal_error') throw error;
  throw new CommandError('refused', `The import failed: ${error.message}`, { cause: error });
}
