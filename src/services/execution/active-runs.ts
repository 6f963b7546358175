/** The runs in progress that can be cancelled by the name their callers gave them. */
export class ActiveRuns {
  readonly #controllers = new Map<string, Set<AbortController>>();

  /**
   * Lets `controller` be aborted by `cancel` until what is returned is called. Several runs of a key may share a name;
   * a run without a name cannot be cancelled.
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

/** Key ids hold no space. */
function nameOf(keyId: string, clientQueryId: string): string {
  return `${keyId} ${clientQueryId}`;
}
