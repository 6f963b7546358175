import path from 'node:path';
import { compose } from '../../app/compose.ts';
import type { Settings } from '../../app/config.ts';
import { StartupError } from '../../base/startup-error.ts';
import { importFile } from '../../services/capture/import/import-file.ts';
import type { Importer } from './import-files.ts';
import { ImportReport } from './import-report.ts';

/**
 * Imports in this process, with the service stopped: one process has the data folder.
 * @throws StartupError when the folder is in use, or there is no such project
 */
export async function openLocalImporter(settings: Settings, projectId: number): Promise<Importer> {
  const { services, close } = await compose(settings);
  if (!(await services.projects.has(projectId))) {
    await close();
    throw new StartupError(
      `There is no project ${projectId} in ${settings.dataDir}. \`sluice start\` makes project 1.`,
    );
  }
  return {
    close,
    take: async (file, order) => {
      const report = new ImportReport(path.basename(file.path));
      const ended = await importFile(services, {
        ...order,
        ...file,
        onProgress: (running) => report.update(running),
      }).finally(() => report.end());
      report.print({ ...ended, sample: ended.sample === null ? null : JSON.parse(ended.sample) });
      if (ended.rejected > 0) console.log(`  rejected rows with their reasons: ${file.rejectPath}`);
    },
  };
}
