import { stopwatchMs } from '../base/clock.ts';

/** A signal to a whole process group comes again through npm and through the start script. */
const SAME_REQUEST_MS = 1_000;

/**
 * Aborts when this process is asked to stop: by SIGTERM, SIGINT or SIGHUP, or because a Node process that started it
 * with a channel (as `npm start` does) is gone. A second signal a second later, or after that, ends the process at
 * once.
 */
export function stopRequests(): AbortSignal {
  const asked = new AbortController();
  let askedAtMs = Number.POSITIVE_INFINITY;
  const stop = (): void => {
    if (stopwatchMs() - askedAtMs > SAME_REQUEST_MS) process.exit(1);
    askedAtMs = Math.min(askedAtMs, stopwatchMs());
    asked.abort();
  };
  process.on('SIGTERM', stop).on('SIGINT', stop).on('SIGHUP', stop);
  process.on('disconnect', () => asked.abort());
  return asked.signal;
}
