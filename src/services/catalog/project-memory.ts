import { LRUCache } from 'lru-cache';
import { type ProjectContext, type ProjectReads, readsHold } from '../../query/plan.ts';

interface Kept<Value> {
  readonly value: Value;
  readonly reads: ProjectReads;
  readonly bytes: number;
  /** Of the project, when it was last found to say what was read. */
  revision: string;
}

/**
 * What was made out of what a project says, kept by one rule: it holds as long as the project says the same of all
 * that was read of it. While the revision of the project stays that is so; after a change it costs one comparison.
 * Bounded by bytes, of all projects together; the least recently used goes first.
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

  /** @param bytes that it takes in memory, about */
  keep(
    place: string,
    project: ProjectContext,
    { value, reads, bytes }: Pick<Kept<Value>, 'value' | 'reads' | 'bytes'>,
  ): void {
    this.#kept.set(place, { value, reads, bytes, revision: project.revision });
  }
}
