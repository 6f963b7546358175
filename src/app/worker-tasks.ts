import type { AnyTask } from '../adapters/workers/serve-tasks.ts';
import { planEventsTask } from '../services/capture/deletion/plan-events-task.ts';
import { judgeRowsTask } from '../services/capture/import/judge-block.ts';
import { judgePackedBatchTask, judgePackedTask } from '../services/capture/judge-in-thread.ts';
import { compileTask } from '../services/catalog/compile-task.ts';
import { demoLinesTask } from '../services/demo/demo-lines-task.ts';
import { draftTask } from '../services/endpoints/draft-task.ts';
import { formatTask } from '../services/endpoints/format-query.ts';
import { validateTask } from '../services/endpoints/validate-task.ts';
import { compileStatementTask } from '../services/execution/compile-statement-task.ts';
import { planInsightTask } from '../services/execution/plan-insight-task.ts';
import { prepareRunTask } from '../services/execution/prepare-run-task.ts';
import { writeBodyTask } from '../services/execution/write-body-task.ts';
import { compareTask, writeAnswerTask } from '../services/materialize/snapshot-tasks.ts';
import { prepareSqlTask } from '../services/query/prepare-sql-task.ts';
import { checkpointTask, emptyLogTask } from './checkpoint-task.ts';

/** Everything that threads do for this service. */
export const WORKER_TASKS: readonly AnyTask[] = [
  checkpointTask,
  emptyLogTask,
  judgePackedTask,
  judgePackedBatchTask,
  judgeRowsTask,
  compileStatementTask,
  compileTask,
  demoLinesTask,
  draftTask,
  formatTask,
  planEventsTask,
  planInsightTask,
  prepareRunTask,
  prepareSqlTask,
  validateTask,
  writeBodyTask,
  compareTask,
  writeAnswerTask,
];
