/**
 * Waiters in the order in which they go on: those for whom they wait take turns, and of one of these the first that
 * came goes first. Whoever has a thousand waiters delays the first waiter of another by one turn. How many may wait is
 * decided by the user of this class.
 */
export class Turns<Whom> {
  /** How waiters go on, by whom they wait for; the one whose turn is next comes first. */
  readonly #queues = new Map<Whom, Set<() => void>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  sizeOf(whom: Whom): number {
    return this.#queues.get(whom)?.size ?? 0;
  }

  /**
   * Resolves when `next` chooses this waiter.
   * @param signal ends the wait, with the signal's reason; a waiter who has been chosen already goes on as usual
   */
  async wait(whom: Whom, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (): void => {
      if (this.#remove(whom, resolve)) reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    this.#add(whom, resolve);
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  /** Lets the next waiter go on. Whom it waited for has the next turn after all others. False when nobody waits. */
  next(): boolean {
    for (const [whom, queue] of this.#queues)
      for (const goOn of queue) {
        this.#remove(whom, goOn);
        if (this.#queues.delete(whom)) this.#queues.set(whom, queue);
        goOn();
        return true;
      }
    return false;
  }

  #add(whom: Whom, waiter: () => void): void {
    const queue = this.#queues.get(whom);
    if (queue === undefined) this.#queues.set(whom, new Set([waiter]));
    else queue.add(waiter);
    this.#size += 1;
  }

  /** True when it was waiting. */
  #remove(whom: Whom, waiter: () => void): boolean {
    const queue = this.#queues.get(whom);
    if (queue?.delete(waiter) !== true) return false;
    if (queue.size === 0) this.#queues.delete(whom);
    this.#size -= 1;
    return true;
  }
}
