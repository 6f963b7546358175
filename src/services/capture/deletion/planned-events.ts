import type { QueryLimits } from '../../../adapters/engine/engine.ts';
import type { PlannedQuery } from '../../../query/plan.ts';
import type { CompileCaller } from '../../catalog/compiling.ts';
import { isThreadWork } from '../../catalog/is-thread-work.ts';
import type { DeletionServices } from './deletion-services.ts';
import { type EventsToPlan, planEvents } from './plan-events.ts';
import { planEventsTask } from './plan-events-task.ts';

/** The query of events, compiled by a thread where that takes long. @throws AppError as `planEvents` */
export async function plannedEvents(
  { catalog, compiling }: Pick<DeletionServices, 'catalog' | 'compiling'>,
  asked: Omit<EventsToPlan, 'project'>,
  caller: CompileCaller,
): Promise<PlannedQuery> {
  const project = await catalog.context(caller.projectId);
  const toPlan = { ...asked, project };
  return isThreadWork(project, { properties: asked.bounds.properties })
    ? compiling.inThread(planEventsTask, toPlan, caller)
    : planEvents(toPlan);
}

/** Limits of a query over all events of a project. @param priority see `QueryLimits` */
export function scanLimits(
  { runLimits }: Pick<DeletionServices, 'runLimits'>,
  timeoutMs: number,
  priority: number,
): QueryLimits {
  return {
    timeoutMs,
    maxMemoryBytes: runLimits.memoryBytes,
    maxResultRows: Number.MAX_SAFE_INTEGER,
    maxResultBytes: Number.MAX_SAFE_INTEGER,
    maxThreads: 1,
    priority,
  };
}
