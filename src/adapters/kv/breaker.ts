import { wait } from '../../base/wait.ts';

/** So many calls in a row that fail open the breaker. */
const FAILURES_TO_OPEN = 3;
/** Pause before the other side is tried again. */
const REST_MS = 1_000;

interface BreakerParts {
  /** Asks the other side for a sign of life. Must not throw. */
  readonly probe: () => Promise<boolean>;
  readonly onChange: (isOpen: boolean) => void;
}

/**
 * Stops asking who does not answer. While it is open nobody asks but the breaker itself, once a second, so that no
 * caller waits for an answer that does not come.
 */
export class Breaker {
  readonly #parts: BreakerParts;
  readonly #closing = new AbortController();
  #failures = 0;
  #isOpen = false;

  constructor(parts: BreakerParts) {
    this.#parts = parts;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** To be called after each call that was made while the breaker was closed. */
  note(isAnswered: boolean): void {
    this.#failures = isAnswered ? 0 : this.#failures + 1;
    if (this.#failures < FAILURES_TO_OPEN || this.#isOpen) return;
    this.#set(true);
    void this.#untilAnswered();
  }

  close(): void {
    this.#closing.abort();
  }

  async #untilAnswered(): Promise<void> {
    const { signal } = this.#closing;
    do {
      await wait(REST_MS, signal);
      if (signal.aborted) return;
    } while (!(await this.#parts.probe()));
    this.#failures = 0;
    this.#set(false);
  }

  #set(isOpen: boolean): void {
    this.#isOpen = isOpen;
    this.#parts.onChange(isOpen);
  }
}
