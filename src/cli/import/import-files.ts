import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { StartupError } from '../../base/startup-error.ts';
import type { CsvDelimiter, TextEncoding } from '../../schema/csv-form.ts';
import type { EventDeletionAnswer, FoundEvents } from '../../schema/event-deletion.ts';
import type { ImportFormat, ImportUndo } from '../../schema/import.ts';
import type { ImportMapping } from '../../schema/import-mapping.ts';
import { CommandError } from '../command-error.ts';
import { writeGitHistory } from './git-history.ts';
import type { ReportedImport } from './import-report.ts';

/** The options with which `sluice import` takes its files. */
export interface ImportOrder {
  readonly projectId: number;
  readonly format: ImportFormat;
  readonly mapping: ImportMapping | null;
  readonly csvDelimiter?: CsvDelimiter | undefined;
  readonly encoding?: TextEncoding | undefined;
  readonly onError: 'skip' | 'fail';
  readonly isDryRun: boolean;
}

/** A file and where its rejected rows go. */
export interface ImportedFile {
  /** Absolute. */
  readonly path: string;
  readonly rejectPath: string;
}

/** Takes files of events: a running service does, or this process when the service is stopped. */
export interface Importer {
  take(file: ImportedFile, order: ImportOrder): Promise<Pick<ReportedImport, 'read' | 'rejected'>>;
  /** The events that would go if the import were undone. */
  countUndoable(id: string): Promise<FoundEvents>;
  /** Begins to undo an import. */
  undo(id: string): Promise<ImportUndo>;
  /** How far the deletion of events is. */
  findDeletion(id: string): Promise<EventDeletionAnswer>;
  close(): Promise<void>;
}

/**
 * Imports files one after the other. Safe to run again: events that are there are skipped.
 * @throws StartupError when a file is missing
 * @throws CommandError refused when there were rows and every row of every file was rejected
 */
export async function importFiles(
  files: readonly string[],
  order: ImportOrder,
  importer: Importer,
): Promise<void> {
  try {
    for (const file of files) if (!existsSync(file)) throw new StartupError(`There is no file ${file}.`);
    const sum = { read: 0, rejected: 0 };
    for (const file of files) {
      const absolute = path.resolve(file);
      const taken = await importer.take({ path: absolute, rejectPath: `${absolute}.rejected.jsonl` }, order);
      sum.read += taken.read;
      sum.rejected += taken.rejected;
    }
    if (sum.read > 0 && sum.rejected === sum.read)
      throw new CommandError('refused', 'Every row was rejected: none is an event.');
  } finally {
    await importer.close();
  }
}

/** Makes the history of each repository a file in a temporary folder and hands these on. */
export async function withGitHistories(
  folders: readonly string[],
  options: { readonly withAuthors: boolean },
  use: (files: readonly string[]) => Promise<void>,
): Promise<void> {
  const temporary = mkdtempSync(path.join(os.tmpdir(), 'sluice-git-'));
  try {
    const files: string[] = [];
    for (const folder of folders) {
      const file = path.join(temporary, `${path.basename(path.resolve(folder))}.jsonl`);
      await writeGitHistory(folder, file, options);
      files.push(file);
    }
    await use(files);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
