/** After so many pings in a row without an answer a child counts as silent ... */
const SILENT_PINGS = 2;
/** ... and after so many it is to be replaced. */
const MOST_SILENT_PINGS = 3;
/** A process that has waited for a processor for this part of a ping's time may have had none to answer with ... */
const STARVED_PART = 0.25;
/** ... which is no excuse for longer: it may hang besides. */
const LONGEST_EXCUSE_MS = 60_000;

/** A ping, by a stopwatch and by how long child and service have waited for a processor, milliseconds. */
export interface Ping {
  readonly isAnswered: boolean;
  readonly tookMs: number;
  readonly waitedMs: number;
}

/**
 * Tells a child that hangs from one whose machine has no processor for it: replacing that one would fail all its
 * queries, and the next one would have no processor either.
 */
export class PingSilence {
  #pings = 0;
  #silentMs = 0;

  /** True when the last ping was not answered without an excuse. */
  get hasBegun(): boolean {
    return this.#pings > 0;
  }

  get isLong(): boolean {
    return this.#pings >= SILENT_PINGS;
  }

  get isTooLong(): boolean {
    return this.#pings >= MOST_SILENT_PINGS;
  }

  note({ isAnswered, tookMs, waitedMs }: Ping): void {
    if (isAnswered) {
      this.end();
      return;
    }
    this.#silentMs += tookMs;
    const isExcused = waitedMs >= tookMs * STARVED_PART && this.#silentMs < LONGEST_EXCUSE_MS;
    if (!isExcused) this.#pings += 1;
  }

  /** The next ping is one of another child, or follows an answer. */
  end(): void {
    this.#pings = 0;
    this.#silentMs = 0;
  }
}
