import type { Observe } from './observation.ts';
import { wait } from './wait.ts';

const FIRST_PAUSE_MS = 100;
const LAST_PAUSE_MS = 30_000;

interface Repeated {
  readonly signal: AbortSignal;
  readonly observe: Observe;
  readonly where: string;
}

/**
 * Repeats `work` until it answers true or `signal` is aborted, after pauses that double. Failures are observed, not
 * thrown; `where` names the work in them.
 */
export async function untilDone(
  work: () => Promise<boolean>,
  { signal, observe, where }: Repeated,
): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(2 * pauseMs, LAST_PAUSE_MS)) {
    try {
      if (await work()) return;
    } catch (error) {
      if (signal.aborted) return;
      observe({ kind: 'failure', where, error });
    }
    await wait(pauseMs, signal);
  }
}
