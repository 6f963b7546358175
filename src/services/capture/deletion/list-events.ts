import type { Engine } from '../../../adapters/engine/engine.ts';
import { listImportedEvents } from '../../../adapters/engine/statements/imported-events.ts';
import {
  EVENT_LIST_COLUMNS,
  type EventList,
  makeEventList,
} from '../../../adapters/engine/statements/listed-events.ts';
import type { DeletionSource } from '../../../adapters/store/event-deletion-store.ts';
import { newUuid } from '../../../base/ids.ts';
import { unreachable } from '../../../base/invariant.ts';
import type { EventBounds } from '../../../schema/event-deletion.ts';
import { turnOfProject } from '../../admission/choose-next.ts';
import type { DeletionServices } from './deletion-services.ts';
import { inLines } from './in-lines.ts';
import { plannedEvents, scanLimits } from './planned-events.ts';

interface Listing {
  readonly source: DeletionSource;
  /** When the deletion was asked for. */
  readonly nowMs: number;
  readonly signal: AbortSignal;
  /** For statements that copy all that an import has brought, and may take longer than a lease. */
  readonly reader: Engine;
}

/** Filters may read every document of a large project. */
const TIMEOUT_MS = 6 * 3_600_000;

/**
 * Writes down which events a deletion removes, as queries see them now. May be repeated.
 * @throws AppError 400 codes when the filters compile no more; the codes of the engine
 */
export async function listEvents(
  services: DeletionServices,
  list: EventList,
  { source, nowMs, signal, reader }: Listing,
): Promise<void> {
  await makeEventList(services.engine, list);
  switch (source.kind) {
    case 'bounds':
      return listBounded(services, list, { bounds: source.bounds, nowMs, signal });
    case 'import':
      return listImportedEvents(reader, list, source.source);
    default:
      return unreachable(source);
  }
}

/** Copies what a query of the project finds, in a place and in pieces. */
async function listBounded(
  services: DeletionServices,
  { projectId, table }: EventList,
  { bounds, nowMs, signal }: Pick<Listing, 'nowMs' | 'signal'> & { readonly bounds: EventBounds },
): Promise<void> {
  const { engine, admission } = services;
  const asked = { bounds, asked: 'lines', mayQuery: true, nowMs } as const;
  const caller = { projectId, principal: null, abortController: () => ({ signal }) };
  const planned = await plannedEvents(services, asked, caller);
  const limits = scanLimits(services, TIMEOUT_MS, 10);
  const runId = newUuid();
  const place = { signal, lastsUntil: () => engine.whenEnded(runId) };
  await admission.lanes.stream.run(turnOfProject(projectId), place, async () => {
    const { body } = await engine.stream({ ...planned, projectId, runId, limits, signal }, 'TSVRaw');
    for await (const piece of inLines(body))
      await engine.insert({ table, columns: EVENT_LIST_COLUMNS, format: 'JSONCompactEachRow', body: piece });
  });
}
