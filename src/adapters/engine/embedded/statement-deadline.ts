import { systemClock } from '../../../base/clock.ts';
import { engineRefusal } from '../engine-error.ts';
import type { FrontRequest } from './front-request.ts';

/**
 * Refuses a statement whose deadline is over by the clock of this machine. Who holds a lease sends the deadline, and
 * may be stopped between its last look at the clock and the sending: by the time that the statement comes, another one
 * may hold the lease. A deadline lies some seconds before the end of its lease, and by that much clocks may differ.
 * @throws EngineException ABORTED: nothing was done
 */
export function refuseLate({ deadlineMs }: FrontRequest): void {
  if (deadlineMs !== undefined && systemClock.nowMs() >= deadlineMs)
    throw engineRefusal('ABORTED', 'The deadline of the statement is over');
}

/** The request, with the time until its deadline as its limit where that is less. @throws EngineException ABORTED */
export function withTimeLeft(request: FrontRequest): FrontRequest {
  const { deadlineMs, settings } = request;
  if (deadlineMs === undefined) return request;
  refuseLate(request);
  const leftSeconds = Math.max(deadlineMs - systemClock.nowMs(), 1) / 1000;
  const given = Number(settings['max_execution_time'] ?? 0);
  const isLess = given > 0 && given <= leftSeconds;
  return isLess ? request : { ...request, settings: { ...settings, max_execution_time: leftSeconds } };
}
