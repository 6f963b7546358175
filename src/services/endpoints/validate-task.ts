import type { WorkerTask } from '../../adapters/workers/workers.ts';
import type { EndpointValidation } from '../../schema/endpoint.ts';
import type { QueryToValidate } from './query-validation.ts';

/** Validates a query. */
export const validateTask: WorkerTask<QueryToValidate, EndpointValidation> = {
  name: 'validate a query',
  busyCode: 'query_capacity',
  load: async () => (await import('./query-validation.ts')).queryValidation,
};
