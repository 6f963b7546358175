import type { ObjectStore } from '../../adapters/objects/object-store.ts';
import { stopwatchMs } from '../../base/clock.ts';
import { ResultCache } from '../cache/result-cache.ts';
import type { StoredResult } from '../execution/stored-result.ts';

/** An answer, and the state of the object that it was read from: while that stays, so does the answer. */
interface HotAnswer {
  readonly result: StoredResult;
  readonly objectKey: string;
  readonly tag: string;
}

/** So long a storage that was down is not asked again. */
const REST_MS = 5_000;

/** Answers out of snapshots that were asked for lately, and whether their storage can be asked for others. */
export class HotAnswers {
  readonly #objects: Pick<ObjectStore, 'peek' | 'stat'>;
  readonly #answers: ResultCache<HotAnswer & { readonly computedAtMs: number; readonly byteLength: number }>;
  #restsUntilMs = 0;

  constructor(objects: Pick<ObjectStore, 'peek' | 'stat'>, maxBytes: number) {
    this.#objects = objects;
    this.#answers = new ResultCache(maxBytes);
  }

  /**
   * The answer of that name; undefined when it has to be read. Does not wait. An object that was deleted or written
   * over is noticed, at once where objects are files and after seconds where they are remote.
   */
  recall(name: string): StoredResult | undefined {
    const found = this.#answers.get(name);
    if (found === undefined) return undefined;
    const { objectKey, tag, result } = found;
    const facts = this.#objects.peek(objectKey);
    if (facts === 'unknown') this.#refresh(objectKey);
    // These bytes were checked, so a storage that does not answer takes nothing from them.
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

  /** Asks a remote storage whether an object is still what it was; whoever comes next knows. */
  #refresh(objectKey: string): void {
    if (!this.isStorageResting) this.#objects.stat(objectKey).catch(() => this.letStorageRest());
  }
}
