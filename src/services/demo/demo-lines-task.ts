import type { WorkerTask } from '../../adapters/workers/workers.ts';

/** Writing the demo down, which takes longer than the event loop may be held. */
export const demoLinesTask: WorkerTask<number, Uint8Array<ArrayBuffer>> = {
  name: 'demo lines',
  busyCode: 'capture_capacity',
  load: async () => (await import('./demo-lines.ts')).demoLines,
};
