import type { PlannedQuery } from '../../../query/plan.ts';
import { onProject, type ProjectTask } from '../../catalog/project-task.ts';
import type { EventsToPlan } from './plan-events.ts';

/** Compiles the query of events with long filters. */
export const planEventsTask: ProjectTask<EventsToPlan, PlannedQuery> = {
  name: 'compile filters of events',
  busyCode: 'query_capacity',
  load: async () => onProject((await import('./plan-events.ts')).planEvents),
};
