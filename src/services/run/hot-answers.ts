import type { ObjectStore } from '../../adapters/objects/object-store.ts';
import { stopwatchMs } from '../../base/clock.ts';
import { ResultCache } from '../cache/result-cache.ts';
import type { StoredResult } from '../execution/stored-result.ts';

/** An answer, and the tag of the object it was read from. The answer holds while the object has this tag. */
interface HotAnswer {
  readonly result: StoredResult;
  readonly objectKey: string;
  readonly tag: string;
}

/** A storage that was down is not asked again for this long. */
const REST_MS = 5_000;

/** Recent answers from snapshots, and whether the storage can be asked for others. */
export class HotAnswers {
  readonly #objects: Pick<ObjectStore, 'peek' | 'stat'>;
  readonly #answers: ResultCache<HotAnswer & { readonly computedAtMs: number; readonly byteLength: number }>;
  #restsUntilMs = 0;

  constructor(objects: Pick<ObjectStore, 'peek' | 'stat'>, maxBytes: number) {
    this.#objects = objects;
    this.#answers = new ResultCache(maxBytes);
  }

  /**
   * The answer with this name; undefined when it has to be read. Does not wait. A deleted or rewritten object is
   * noticed at once where objects are files, and after seconds where they are remote.
   */
  recall(name: string): StoredResult | undefined {
    const found = this.#answers.get(name);
    if (found === undefined) return undefined;
    const { objectKey, tag, result } = found;
    const facts = this.#objects.peek(objectKey);
    if (facts === 'unknown') this.#refresh(objectKey);
    // The bytes of the answer were checked, so they stay right while the storage does not answer.
    return facts === 'unknown' || facts?.tag === tag ? result : undefined;
  }

  keep(name: string, answer: HotAnswer): void {
    const { computedAtMs, byteLength } = answer.result;
    this.#answers.store(name, { ...answer, computedAtMs, byteLength }, stopwatchMs());
  }

  /** True while the storage was down a moment ago, so that not every call waits for it in vain. */
  get isStorageResting(): boolean {
    return stopwatchMs() < this.#restsUntilMs;
  }

  letStorageRest(): void {
    this.#restsUntilMs = stopwatchMs() + REST_MS;
  }

  /** Asks a remote storage whether an object is unchanged; later calls of `recall` know the answer. */
  #refresh(objectKey: string): void {
    if (!this.isStorageResting) this.#objects.stat(objectKey).catch(() => this.letStorageRest());
  }
}
