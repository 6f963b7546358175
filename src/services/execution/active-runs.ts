/** The running runs that can be cancelled by the name that their callers gave them. */
export class ActiveRuns {
  readonly #controllers = new Map<string, Set<AbortController>>();

  /**
   * Lets `cancel` abort `controller` until the returned function is called. Several runs of a key may share a name; a
   * run without a name cannot be cancelled.
   */
  begin(keyId: string, clientQueryId: string | undefined, controller: AbortController): () => void {
    if (clientQueryId === undefined) return () => undefined;
    const name = nameOf(keyId, clientQueryId);
    const controllers = this.#controllers.get(name) ?? new Set();
    this.#controllers.set(name, controllers.add(controller));
    return () => {
      controllers.delete(controller);
      if (controllers.size === 0) this.#controllers.delete(name);
    };
  }

  /** Aborts the runs of that key with that name. False when none was running. */
  cancel(keyId: string, clientQueryId: string, reason: Error): boolean {
    const controllers = this.#controllers.get(nameOf(keyId, clientQueryId));
    for (const controller of controllers ?? []) controller.abort(reason);
    return controllers !== undefined;
  }
}

/** The name of a run within its key. Key ids hold no space, so two keys never share a name. */
function nameOf(keyId: string, clientQueryId: string): string {
  return `${keyId} ${clientQueryId}`;
}
