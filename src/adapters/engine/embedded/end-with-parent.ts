import { Worker } from 'node:worker_threads';

const LOOK_EVERY_MS = 1_000;

/**
 * Kills this process when the one that started it is gone, also while its main thread is held by native code: so a
 * thread looks. Its text stands here, since it shares nothing with the program.
 */
export function endWithParent(): void {
  const look = `setInterval(() => {
    if (process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL');
  }, ${LOOK_EVERY_MS})`;
  new Worker(look, { eval: true, stdin: false }).unref();
}
