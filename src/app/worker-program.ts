import { serveTasks } from '../adapters/workers/serve-tasks.ts';
import { WORKER_TASKS } from './worker-tasks.ts';

// What a thread of `adapters/workers` runs.
export default serveTasks(WORKER_TASKS);
