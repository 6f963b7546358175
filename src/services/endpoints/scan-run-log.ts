import type { Queryable } from '../../adapters/store/database.ts';
import {
  listRunLog,
  type RunLogEntry,
  type RunLogFilter,
  type RunLogPlace,
} from '../../adapters/store/run-log-store.ts';

/** Entries that are looked through for one answer, and in one step where rare ones are looked for. */
const MOST_SCANNED = 10_000;
export const SCANNED_AT_ONCE = 500;

interface Scan {
  readonly projectId: number;
  /** undefined = all endpoints of the project. */
  readonly endpointId: string | undefined;
  readonly filter: Pick<RunLogFilter, 'afterMs' | 'beforeMs' | 'level' | 'search'>;
  /** Begins after this entry; undefined = with the newest. */
  readonly from?: RunLogPlace | undefined;
  /** Entries that are read at once. */
  readonly step: number;
}

/** Some entries of a run log, newest first, and whether no older one is left. */
interface ScannedStep {
  readonly found: readonly (RunLogEntry & RunLogPlace)[];
  readonly isLast: boolean;
}

/** Goes through a run log in steps, newest first, until its end or until about 10,000 entries are seen. */
export async function* scanRunLog(
  db: Queryable,
  { projectId, endpointId, filter, from, step }: Scan,
): AsyncGenerator<ScannedStep> {
  let last = from;
  for (let scanned = 0; scanned < MOST_SCANNED; scanned += step) {
    const found = await listRunLog(db, projectId, endpointId, { ...filter, from: last, limit: step });
    const isLast = found.length < step;
    yield { found, isLast };
    if (isLast) return;
    last = found.at(-1);
  }
}
