import type { CsvDelimiter, TextEncoding } from '../../../schema/csv-form.ts';
import type { ImportFormat } from '../../../schema/import.ts';
import type { ImportMapping } from '../../../schema/import-mapping.ts';

/** What an import was asked to do. */
export interface ImportOrder {
  readonly format: ImportFormat;
  /** What the columns mean; null = those of an export. */
  readonly mapping: ImportMapping | null;
  /** What stands between the columns of a CSV file; absent = found. */
  readonly csvDelimiter?: CsvDelimiter | undefined;
  /** Encoding of a text; absent = found. */
  readonly encoding?: TextEncoding | undefined;
  /** Absolute path of the file, unless it is an object. */
  readonly path: string;
  /** Key of the file in the bucket that the engine and all services read; absent = it is a file of this machine. */
  readonly objectKey?: string | undefined;
  /** Changes when the file does: an import of the same file that was cut off is gone on with. */
  readonly fileState: string;
  /** The file was stored for this import and goes with its end. */
  readonly ownsFile: boolean;
  /** Where rows go that are not taken: absolute path of a JSON lines file. */
  readonly rejectPath: string;
  /** `fail`: nothing is written when a row cannot be taken. */
  readonly onError: 'skip' | 'fail';
  /** Only looks at the file and counts. */
  readonly isDryRun: boolean;
}

/** Rows of a file by what became of them. */
export interface ImportCounts {
  readonly read: number;
  readonly inserted: number;
  /** Events that the project had already, or that came earlier in the file. */
  readonly duplicate: number;
  readonly rejected: number;
}

/** The last row, in the order of time, that is applied with all rows before it; -1 and -1 = none. */
export interface DonePlace {
  /** Time of the row as the engine reads it, microseconds since 1970. */
  readonly doneAtUs: number;
  /** Number of the row in its file, from 0. */
  readonly doneRow: number;
}

/** How far an import has come. */
export interface ImportPosition extends DonePlace {
  /** Rows of the file; null until they are known. */
  readonly total: number | null;
  /** Length of the reject file. */
  readonly rejectBytes: number;
}

/** How an import ends; `stopped` when its owner did not want it. */
export type ImportOutcome = 'completed' | 'failed' | 'stopped';

/** One import of a file. */
export interface ImportTable extends ImportCounts, ImportPosition {
  readonly id: string;
  readonly projectId: number;
  /**
   * The source that its events name in the engine; null for imports of before that was kept. Never given twice.
   */
  readonly number: number | null;
  /** The replica that took the file. */
  readonly replica: string;
  /** The replica that runs it, and until when it may be silent, by the clock of the store. */
  readonly leaseOwner: string | null;
  readonly leaseExpiresAtMs: number | null;
  readonly fileName: string;
  readonly state: 'running' | ImportOutcome;
  readonly order: ImportOrder;
  /** How it ends: set before its tables and file are removed, `state` after that. */
  readonly outcome: ImportOutcome | null;
  /** Why it failed. */
  readonly error: string | null;
  /** JSON list of the first events as they are read; of a dry run only. */
  readonly sample: string | null;
  /** When the deletion of its events ended; null = it was not undone. */
  readonly undoneAtMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** Which events of a project go. */
export interface DeletedEvents {
  readonly kind: 'person';
  /** The person, and every id that its events may carry. */
  readonly personIds: readonly string[];
}

/** A deletion of events that its replica has to complete in the engine. */
export interface DeletionTable {
  readonly id: string;
  readonly projectId: number;
  readonly replica: string;
  readonly events: DeletedEvents;
  readonly createdAtMs: number;
}
