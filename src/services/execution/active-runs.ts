import { stopwatchMs } from '../../base/clock.ts';

/** A run that goes on. */
export interface ActiveRun {
  /** Ends the run. */
  readonly signal: AbortSignal;
  /** By the stopwatch of the process. */
  readonly beganMs: number;
}

/** The running runs that can be cancelled and watched by the name that their callers gave them. */
export class ActiveRuns {
  readonly #controllers = new Map<string, Map<AbortController, number>>();

  /**
   * Lets `cancel` abort `controller` until the returned function is called. Several runs of a key may share a name; a
   * run without a name cannot be cancelled.
   */
  begin(keyId: string, clientQueryId: string | undefined, controller: AbortController): () => void {
    if (clientQueryId === undefined) return () => undefined;
    const name = nameOf(keyId, clientQueryId);
    const controllers = this.#controllers.get(name) ?? new Map<AbortController, number>();
    this.#controllers.set(name, controllers.set(controller, stopwatchMs()));
    return () => {
      controllers.delete(controller);
      if (controllers.size === 0) this.#controllers.delete(name);
    };
  }

  /** Aborts the runs of that key with that name. False when none was running. */
  cancel(keyId: string, clientQueryId: string, reason: Error): boolean {
    const controllers = this.#controllers.get(nameOf(keyId, clientQueryId));
    for (const controller of controllers?.keys() ?? []) controller.abort(reason);
    return controllers !== undefined;
  }

  /** The runs of that key with that name that go on. */
  find(keyId: string, clientQueryId: string): readonly ActiveRun[] {
    const controllers = this.#controllers.get(nameOf(keyId, clientQueryId));
    return Array.from(controllers ?? [], ([{ signal }, beganMs]) => ({ signal, beganMs }));
  }
}

/** The name of a run within its key. Key ids hold no space, so two keys never share a name. */
function nameOf(keyId: string, clientQueryId: string): string {
  return `${keyId} ${clientQueryId}`;
}
