import type { PropertyReadsObservation } from '../../base/observation.ts';
import type { PropertyReads } from '../store/property-read-store.ts';

const DAY_MS = 86_400_000;
/** Names kept until they are written; more at once come from somebody who makes names up. */
const MOST_NAMES = 1_000;

/** Adds up in memory from how many rows queries read properties, by project, property and day. */
export class PropertyReadTallies {
  readonly #sums = new Map<string, PropertyReads>();

  add({ projectId, properties, rowsRead, atMs }: PropertyReadsObservation): void {
    const dayMs = Math.floor(atMs / DAY_MS) * DAY_MS;
    for (const name of properties) {
      const place = `${projectId} ${dayMs} ${name}`;
      const known = this.#sums.get(place);
      if (known === undefined && this.#sums.size >= MOST_NAMES) continue;
      this.#sums.set(place, { projectId, name, dayMs, rowsRead: (known?.rowsRead ?? 0) + rowsRead });
    }
  }

  /** The sums so far. */
  list(): readonly PropertyReads[] {
    return [...this.#sums.values()];
  }
}
