import type { LookupAsksObservation } from '../../base/observation.ts';
import type { LookupAsks } from '../store/lookup-ask-store.ts';

const DAY_MS = 86_400_000;
/** Most sums that are kept until the next write. */
const MOST_SUMS = 10_000;

/** Adds up in memory, by endpoint, subject and day, the runs that callers narrow by values of a subject. */
export class LookupAskTallies {
  readonly #sums = new Map<string, LookupAsks>();

  add({ projectId, endpointId, subjects, atMs }: LookupAsksObservation): void {
    const dayMs = Math.floor(atMs / DAY_MS) * DAY_MS;
    for (const subjectName of subjects) {
      const place = `${endpointId} ${dayMs} ${subjectName}`;
      const known = this.#sums.get(place);
      if (known === undefined && this.#sums.size >= MOST_SUMS) return;
      this.#sums.set(place, { projectId, endpointId, subjectName, dayMs, runs: (known?.runs ?? 0) + 1 });
    }
  }

  /** The sums so far. */
  list(): readonly LookupAsks[] {
    return [...this.#sums.values()];
  }
}
