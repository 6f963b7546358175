import type { AnyTask } from '../adapters/workers/serve-tasks.ts';

/** Everything that threads do for this service. */
export const WORKER_TASKS: readonly AnyTask[] = [];
