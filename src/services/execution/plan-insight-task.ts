import type { WorkerTask } from '../../adapters/workers/workers.ts';
import type { InsightShaping, PlannedQueries } from '../../query/plan.ts';

/** Compiles the queries of an insight whose turn it is. */
export const planInsightTask: WorkerTask<InsightShaping, PlannedQueries> = {
  name: 'compile the queries of an insight',
  busyCode: 'query_capacity',
  load: async () => (await import('../../query/plan.ts')).insightQueries,
};
