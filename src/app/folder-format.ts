import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { earlierBuild, newerBuild } from '../adapters/store/store-build.ts';

/**
 * What the engine's tables, the spool and the objects of a data folder look like. Raise it when something that lies in
 * folders changes so that it cannot be read as before, with the steps that bring a folder over.
 */
const FORMAT = 1;

/** What a folder without a format has when an earlier build worked in it. */
const TRACES = ['engine', 'spool'] as const;

/** Why this build does not work with what lies in the folder, with the way out; null when it does. Changes nothing. */
export function folderFormatObstacle(folder: string): string | null {
  const what = `The data folder ${folder}`;
  const format = formatOf(folder);
  if (format === undefined) {
    const isUsed = TRACES.some((name) => existsSync(path.join(folder, name)));
    return isUsed ? earlierBuild(what, 'it says no format') : null;
  }
  return format === FORMAT ? null : newerBuild(what, `format ${format}`);
}

/** Says in a new folder which format it has. Call it with the folder locked, before anything else is made in it. */
export function keepFolderFormat(folder: string): void {
  if (formatOf(folder) === undefined) writeFileSync(fileIn(folder), `${FORMAT}\n`, { flush: true });
}

function formatOf(folder: string): number | undefined {
  const file = fileIn(folder);
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
}

function fileIn(folder: string): string {
  return path.join(folder, 'folder-format');
}
