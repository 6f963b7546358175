import { LRUCache } from 'lru-cache';
import type { EndpointRow } from '../../adapters/store/endpoint-row.ts';
import { type ProjectContext, readsHold } from '../../query/plan.ts';
import type { CheckedRun } from './checked-run.ts';

/** Longer requests are checked anew each time. */
const MAX_TEXT_LENGTH = 4_096;
const MAX_BYTES = 32 * 1024 * 1024;
/** What a checked run takes besides its request text, about. */
const RUN_BYTES = 2_000;

interface Entry {
  readonly run: CheckedRun;
  /** The state of the project in which the run was found to hold last. */
  projectRevision: string;
}

/** What decides whether a run that was checked before is this one. */
export interface AskedRun {
  readonly project: ProjectContext;
  readonly requestText: string;
  /** True when the key carries `query:read`: overrides may then hold SQL expressions of their own. */
  readonly mayQuery: boolean;
}

/**
 * Runs whose check has been passed, by the exact text of the request: an equal request of an unchanged endpoint needs
 * no parsing to find its cache key, as long as the project says the same of everything that the run reads of it.
 * Whatever else changes in the project costs one comparison of those reads. What a caller may send is asked anew each
 * time: another key may have passed with the same text.
 */
export class CheckedRuns {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: (_entry, text) => text.length * 2 + RUN_BYTES,
  });

  get(endpoint: EndpointRow, { project, requestText, mayQuery }: AskedRun): CheckedRun | undefined {
    const entry = this.#entries.get(`${endpoint.id} ${requestText}`);
    if (entry === undefined || entry.run.endpoint.revision !== endpoint.revision) return undefined;
    if (entry.run.prepared.hasOwnExpression && !mayQuery) return undefined;
    if (entry.projectRevision === project.revision) return entry.run;
    if (!readsHold(entry.run.prepared.reads, project)) return undefined;
    entry.projectRevision = project.revision;
    return entry.run;
  }

  keep({ project, requestText }: AskedRun, run: CheckedRun): void {
    if (requestText.length > MAX_TEXT_LENGTH) return;
    this.#entries.set(`${run.endpoint.id} ${requestText}`, { run, projectRevision: project.revision });
  }
}
