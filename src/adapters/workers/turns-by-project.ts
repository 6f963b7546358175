/**
 * Waiters in the order in which they go on: projects take turns, and within a project the first that came goes first. A
 * project with a thousand waiters delays the first waiter of another project by one turn.
 */
export class TurnsByProject<Waiter> {
  /** Waiters by project; the project whose turn is next comes first. */
  readonly #queues = new Map<number, Set<Waiter>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  sizeOf(projectId: number): number {
    return this.#queues.get(projectId)?.size ?? 0;
  }

  add(projectId: number, waiter: Waiter): void {
    const queue = this.#queues.get(projectId);
    if (queue === undefined) this.#queues.set(projectId, new Set([waiter]));
    else queue.add(waiter);
    this.#size += 1;
  }

  /** Takes the next waiter. Its project has its next turn after all other projects. */
  next(): Waiter | undefined {
    for (const [projectId, queue] of this.#queues)
      for (const waiter of queue) {
        this.#queues.delete(projectId);
        queue.delete(waiter);
        if (queue.size > 0) this.#queues.set(projectId, queue);
        this.#size -= 1;
        return waiter;
      }
    return undefined;
  }

  /** Removes a waiter. True when it was waiting. */
  remove(projectId: number, waiter: Waiter): boolean {
    const queue = this.#queues.get(projectId);
    if (queue?.delete(waiter) !== true) return false;
    if (queue.size === 0) this.#queues.delete(projectId);
    this.#size -= 1;
    return true;
  }
}
