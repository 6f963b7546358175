import { onProject, type ProjectTask } from '../catalog/project-task.ts';
import type { QueryToValidate, QueryValidation } from './query-validation.ts';

/** Validates a query. */
export const validateTask: ProjectTask<QueryToValidate, QueryValidation> = {
  name: 'validate a query',
  busyCode: 'query_capacity',
  load: async () => onProject((await import('./query-validation.ts')).queryValidation),
};
