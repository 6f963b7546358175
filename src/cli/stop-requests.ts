import { startedByNpm } from '../app/read-settings.ts';
import { stopwatchMs } from '../base/clock.ts';

/** A signal to a whole process group comes again through npm and through the start script. */
const SAME_REQUEST_MS = 1_000;

export interface StopRequests {
  /** Aborts when this process is asked to stop. */
  readonly asked: AbortSignal;
  /** Leaves signals to Node again. */
  forget(): void;
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Listens for requests to stop this process: SIGTERM, SIGINT or SIGHUP, or that what started it is gone: a Node process
 * with a channel (as of `npm start`) or npm's shell (as of `npx`). A second signal a second later, or after that, ends
 * the process at once.
 */
export function stopRequests(): StopRequests {
  const asked = new AbortController();
  let askedAtMs = Number.POSITIVE_INFINITY;
  const stop = (): void => {
    if (stopwatchMs() - askedAtMs > SAME_REQUEST_MS) process.exit(1);
    askedAtMs = Math.min(askedAtMs, stopwatchMs());
    asked.abort();
  };
  const leave = (): void => asked.abort();
  for (const signal of SIGNALS) process.on(signal, stop);
  process.on('disconnect', leave);
  const stopWatching = startedByNpm() ? whenParentIsGone(leave) : () => {};
  const forget = (): void => {
    for (const signal of SIGNALS) process.off(signal, stop);
    process.off('disconnect', leave);
    stopWatching();
  };
  return { asked: asked.signal, forget };
}

/** A shell that is told to stop ends and leaves its command behind, which gets another parent. */
function whenParentIsGone(act: () => void): () => void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) act();
  }, 500);
  timer.unref();
  return () => clearInterval(timer);
}
