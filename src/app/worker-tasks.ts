import type { AnyTask } from '../adapters/workers/serve-tasks.ts';
import { judgePackedBatchTask, judgePackedTask } from '../services/capture/judge-in-thread.ts';
import { writeBodyTask } from '../services/execution/write-body-task.ts';
import { compareTask, writeAnswerTask } from '../services/materialize/snapshot-tasks.ts';

/** Everything that threads do for this service. */
export const WORKER_TASKS: readonly AnyTask[] = [
  judgePackedTask,
  judgePackedBatchTask,
  writeBodyTask,
  compareTask,
  writeAnswerTask,
];
