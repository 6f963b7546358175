import { LRUCache } from 'lru-cache';
import { type ProjectContext, type ProjectReads, readsHold } from '../../query/plan.ts';

interface Kept<Value> {
  readonly value: Value;
  readonly reads: ProjectReads;
  readonly bytes: number;
  /** Revision of the project at which the entry was last found to be valid. */
  revision: string;
}

/**
 * Values made from what a project says, kept by one rule: a value holds as long as the project says the same of
 * everything that was read for the value. While the revision of the project is unchanged that is certain; after a
 * change one comparison decides. All values together are bounded by bytes; the least recently used goes first.
 */
export class ProjectMemory<Value> {
  readonly #kept: LRUCache<string, Kept<Value>>;

  constructor(maxBytes: number) {
    this.#kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }, place) => bytes + 2 * place.length,
    });
  }

  recall(place: string, project: ProjectContext): Value | undefined {
    const kept = this.#kept.get(place);
    if (kept === undefined) return undefined;
    if (kept.revision === project.revision) return kept.value;
    if (!readsHold(kept.reads, project)) return undefined;
    kept.revision = project.revision;
    return kept.value;
  }

  /** @param bytes approximate memory of the value */
  keep(
    place: string,
    project: ProjectContext,
    { value, reads, bytes }: Pick<Kept<Value>, 'value' | 'reads' | 'bytes'>,
  ): void {
    this.#kept.set(place, { value, reads, bytes, revision: project.revision });
  }
}
