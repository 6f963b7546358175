import type { PropertyReadsObservation } from '../../base/observation.ts';
import type { PropertyReads } from '../store/property-read-store.ts';

const DAY_MS = 86_400_000;
/**
 * Most names per project that are kept until the next write. More than this come only from a caller who makes names up.
 */
const MOST_NAMES = 1_000;

/** Adds up in memory, by project, property and day, the number of rows from which queries read each property. */
export class PropertyReadTallies {
  /** Sums by project, then by day and name. */
  readonly #sums = new Map<number, Map<string, PropertyReads>>();

  add({ projectId, properties, rowsRead, atMs }: PropertyReadsObservation): void {
    const dayMs = Math.floor(atMs / DAY_MS) * DAY_MS;
    const ofProject = this.#sums.get(projectId) ?? new Map<string, PropertyReads>();
    this.#sums.set(projectId, ofProject);
    for (const name of properties) {
      const place = `${dayMs} ${name}`;
      const known = ofProject.get(place);
      if (known === undefined && ofProject.size >= MOST_NAMES) continue;
      ofProject.set(place, { projectId, name, dayMs, rowsRead: (known?.rowsRead ?? 0) + rowsRead });
    }
  }

  /** The sums so far. */
  list(): readonly PropertyReads[] {
    return [...this.#sums.values()].flatMap((ofProject) => [...ofProject.values()]);
  }
}
