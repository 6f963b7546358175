import { createStore } from './store.ts';

/** Whether the service answers: `awaySince` is the time (ms) of its first silence, null while it answers. */
export const connection = createStore<{ readonly awaySince: number | null }>({ awaySince: null });

/** Any answer, also a refusal: the service is there. */
export function sawAnswer(): void {
  if (connection.get().awaySince !== null) connection.set({ awaySince: null });
}

/** A call got no answer. */
export function sawSilence(): void {
  if (connection.get().awaySince === null) connection.set({ awaySince: Date.now() });
}
