import type { ImportCounts } from '../../adapters/store/import-store.ts';

/** How far an import has come. */
export interface ImportProgress extends ImportCounts {
  /** Lines of the file. */
  readonly total: number;
}

/** A line of the file that is not taken. */
export interface RejectedLine {
  /** From 1. */
  readonly lineNumber: number;
  readonly reason: string;
  readonly line: string;
}
