import { LRUCache } from 'lru-cache';
import type { EndpointRow } from '../../adapters/store/endpoint-row.ts';
import type { ProjectContext } from '../../query/plan.ts';
import type { CheckedRun } from './checked-run.ts';

/** Longer requests are checked anew each time. */
const MAX_TEXT_LENGTH = 4_096;
const MAX_BYTES = 32 * 1024 * 1024;
/** What a checked run takes besides its request text, about. */
const RUN_BYTES = 2_000;

interface Entry {
  readonly endpoint: EndpointRow;
  readonly project: ProjectContext;
  readonly run: CheckedRun;
}

/**
 * Runs whose check has been passed, by the exact text of the request: an equal request of an unchanged endpoint in an
 * unchanged project needs no parsing to find its cache key. Holds by identity: both objects are made anew when the
 * metadata changes.
 */
export class CheckedRuns {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: (_entry, text) => text.length * 2 + RUN_BYTES,
  });

  get(endpoint: EndpointRow, project: ProjectContext, requestText: string): CheckedRun | undefined {
    const entry = this.#entries.get(`${endpoint.id} ${requestText}`);
    return entry?.endpoint === endpoint && entry.project === project ? entry.run : undefined;
  }

  keep(endpoint: EndpointRow, project: ProjectContext, requestText: string, run: CheckedRun): void {
    if (requestText.length > MAX_TEXT_LENGTH) return;
    this.#entries.set(`${endpoint.id} ${requestText}`, { endpoint, project, run });
  }
}
