import { stopwatchMs } from '../../base/clock.ts';

/** So long a storage that was down is not asked again. */
const REST_MS = 5_000;

/** Remembers that the object storage was down a moment ago, so that not every call waits for it in vain. */
export class StorageRest {
  #untilMs = 0;

  begin(): void {
    this.#untilMs = stopwatchMs() + REST_MS;
  }

  get isResting(): boolean {
    return stopwatchMs() < this.#untilMs;
  }
}
