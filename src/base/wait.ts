import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves after `ms`, or as soon as `signal` is aborted. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Waits on the timers of this process; does not keep it alive. */
export const wait: Wait = async (ms, signal) => {
  try {
    await sleep(ms, undefined, { ref: false, ...(signal !== undefined && { signal }) });
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
};
