/**
 * Who waits, in the order in which they go on: projects take turns, and within a project the first one comes first. One
 * project with a thousand waiting holds another's first up by one turn.
 */
export class TurnsByProject<Waiter> {
  /** In the order of their turns. */
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

  /** Takes the next one; its project has its next turn after all others. */
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

  /** True when it was waiting. */
  remove(projectId: number, waiter: Waiter): boolean {
    const queue = this.#queues.get(projectId);
    if (queue?.delete(waiter) !== true) return false;
    if (queue.size === 0) this.#queues.delete(projectId);
    this.#size -= 1;
    return true;
  }
}
