import { newUuid } from '../../../base/ids.ts';
import { isoTime } from '../../../base/iso-time.ts';
import { parseJson } from '../../../base/parse-json.ts';
import type { EventBounds, FoundEvents } from '../../../schema/event-deletion.ts';
import type { EngineCaller } from '../../admission/engine-admission.ts';
import { checkBounds } from './check-bounds.ts';
import type { DeletionCaller } from './create-event-deletion.ts';
import type { DeletionServices } from './deletion-services.ts';
import { plannedEvents, scanLimits } from './planned-events.ts';

/**
 * How many events a deletion by these bounds would remove, and when they were. Charged as a query.
 * @throws AppError 400 codes of the bounds; permission_denied for expressions; throttled, query_capacity and the codes
 *   of the engine
 */
export async function countEvents(
  services: DeletionServices,
  caller: DeletionCaller & { readonly principal: { readonly keyId: string } },
  bounds: EventBounds,
): Promise<FoundEvents> {
  checkBounds(bounds);
  const { engine, admission, clock, runLimits } = services;
  const { projectId, mayQuery } = caller;
  const asking: EngineCaller = {
    projectId,
    keyId: caller.principal.keyId,
    signal: caller.abortController().signal,
  };
  const admit = admission.charge(asking);
  const asked = { bounds, asked: 'count', mayQuery, nowMs: clock.nowMs() } as const;
  const planned = await plannedEvents(services, asked, caller);
  const limits = scanLimits(services, runLimits.executionTimeoutMs, 1);
  const runId = newUuid();
  const { signal } = asking;
  const { rows } = await admit(runId, () => engine.query({ ...planned, projectId, runId, limits, signal }));
  // Border: the query has one row of three numbers.
  const [events = 0, first, last] = parseJson(Buffer.from(rows)) as readonly number[];
  const at = (ms: number | undefined): string | null => (events === 0 ? null : isoTime(Number(ms)));
  return { events, first: at(first), last: at(last) };
}
