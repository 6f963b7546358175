import type { ImportFormat } from '../../schema/import.ts';
import type { ImportMapping } from '../../schema/import-mapping.ts';

/** How `sluice import` is asked to take its files. */
export interface ImportOrder {
  readonly projectId: number;
  readonly format: ImportFormat;
  readonly mapping: ImportMapping | null;
  readonly onError: 'skip' | 'fail';
  readonly isDryRun: boolean;
}

/** A file and where its rejected rows go. */
export interface ImportedFile {
  /** Absolute. */
  readonly path: string;
  readonly rejectPath: string;
}
