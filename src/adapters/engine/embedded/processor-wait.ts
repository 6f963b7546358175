import { readFileSync } from 'node:fs';

/**
 * How long the first thread of a process, which is that of its event loop, has been ready to run and had no processor,
 * milliseconds since its start. 0 where the system does not tell.
 */
export function processorWaitMs(processId: number): number {
  try {
    // Nanoseconds that it ran, nanoseconds that it waited, and how often it ran.
    const [, waitedNs = 0] = readFileSync(`/proc/${processId}/schedstat`, 'utf8').split(' ').map(Number);
    return waitedNs / 1e6;
  } catch {
    return 0;
  }
}
