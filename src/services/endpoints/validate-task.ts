import type { WorkerTask } from '../../adapters/workers/workers.ts';
import type { QueryToValidate, QueryValidation } from './query-validation.ts';

/** Validates a query. */
export const validateTask: WorkerTask<QueryToValidate, QueryValidation> = {
  name: 'validate a query',
  busyCode: 'query_capacity',
  load: async () => (await import('./query-validation.ts')).queryValidation,
};
