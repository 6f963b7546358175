import { existsSync } from 'node:fs';
import path from 'node:path';
import { compose } from '../app/compose.ts';
import type { Settings } from '../app/config.ts';
import { stopwatchMs } from '../base/clock.ts';
import { StartupError } from '../base/startup-error.ts';
import { importFile } from '../services/capture/import/import-file.ts';
import type { Services } from '../services/services.ts';
import { progressBar } from './progress-bar.ts';

/** What `sluice import` is asked to do. */
export interface ImportOrder {
  readonly files: readonly string[];
  readonly projectId: number;
}

/**
 * Imports files into a project, one after the other, with the service stopped: one process has the data folder. Safe to
 * run again: events that are there are skipped.
 * @throws StartupError when the folder is in use, a file is missing, or there is no such project
 */
export async function importFiles(settings: Settings, { files, projectId }: ImportOrder): Promise<void> {
  for (const file of files) if (!existsSync(file)) throw new StartupError(`There is no file ${file}.`);
  const { services, close } = await compose(settings);
  try {
    if (!(await services.projects.has(projectId)))
      throw new StartupError(
        `There is no project ${projectId} in ${settings.dataDir}. \`sluice start\` makes project 1.`,
      );
    for (const file of files) await importOne(services, projectId, path.resolve(file));
  } finally {
    await close();
  }
}

async function importOne(services: Services, projectId: number, file: string): Promise<void> {
  const startedMs = stopwatchMs();
  const bar = progressBar(`Importing ${path.basename(file)}`);
  const rejectPath = `${file}.rejected.jsonl`;
  const report = await importFile(services, {
    projectId,
    path: file,
    rejectPath,
    onProgress: ({ read, total }) => bar.update(read, total ?? read),
  }).finally(() => bar.end());
  printReport(report, (stopwatchMs() - startedMs) / 1000);
  if (report.rejected > 0) console.log(`  rejected rows with their reasons: ${rejectPath}`);
}

type Counts = Readonly<Record<'read' | 'inserted' | 'duplicate' | 'rejected', number>>;

function printReport({ read, inserted, duplicate, rejected }: Counts, seconds: number): void {
  const number = (value: number): string => value.toLocaleString('en');
  console.log(
    `  ${number(read)} events read, ${number(inserted)} inserted, ${number(duplicate)} there before, ` +
      `${number(rejected)} rejected; ${seconds.toFixed(1)} s, ${number(Math.round(read / seconds))} a second`,
  );
}
