import type { ImportRow } from '../../../adapters/store/import-store.ts';

/** How an import is watched and stopped. */
export interface ImportWatch {
  /** Called after each step. */
  readonly onProgress?: ((progress: ImportRow) => void) | undefined;
  /** Ends the work after the running step; the import counts as running. */
  readonly signal?: AbortSignal | undefined;
  /** Does a step when it is the import's turn; absent = at once. */
  readonly inTurn?: InTurn | undefined;
}

/** Does a step of an import when it is its turn. */
export type InTurn = <Value>(step: () => Promise<Value>) => Promise<Value>;
