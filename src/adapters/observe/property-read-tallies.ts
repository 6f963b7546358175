import type { PropertyReadsObservation } from '../../base/observation.ts';
import type { PropertyReads } from '../store/property-read-store.ts';

const DAY_MS = 86_400_000;
/** Names of a project that are kept until they are written; more at once come from somebody who makes names up. */
const MOST_NAMES = 1_000;

/** Adds up in memory from how many rows queries read properties, by project, property and day. */
export class PropertyReadTallies {
  /** By project, then by day and name. */
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
