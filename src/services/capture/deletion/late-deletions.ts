import {
  countListedMonths,
  deleteListedMonth,
  dropEventList,
  EVENT_LIST_COLUMNS,
  type EventList,
  eventListOf,
  forgetListedEvents,
  makeEventList,
} from '../../../adapters/engine/statements/listed-events.ts';
import { raiseDataEpoch } from '../../../adapters/store/project-store.ts';
import { retireSnapshots } from '../../../adapters/store/snapshot-store.ts';
import type { TombstoneRow } from '../../../adapters/store/tombstone-store.ts';
import { newUuid } from '../../../base/ids.ts';
import type { EventBounds } from '../../../schema/event-deletion.ts';
import { type SpooledEvent, uuidOf } from '../spool/spooled-event.ts';
import { takenUntilMs } from '../writer/without-deleted-persons.ts';
import type { AppliedBlock } from '../writer/write-block.ts';
import type { WriterServices } from '../writer/writer-services.ts';
import type { DeletionServices } from './deletion-services.ts';
import { inLines } from './in-lines.ts';
import { plannedEvents, scanLimits } from './planned-events.ts';

type PlanningServices = Pick<DeletionServices, 'catalog' | 'compiling' | 'runLimits'>;

/** A block is small, and so is the time of its events. */
const TIMEOUT_MS = 30_000;

/**
 * Deletions by bounds that were asked for while this spool still had events which they mean: when a block with such
 * events is written, the bounds are asked again for its events before they count as visible.
 */
export class LateDeletions {
  readonly #spoolName: string;
  readonly #planning = Promise.withResolvers<PlanningServices>();

  constructor(spoolName: string) {
    this.#spoolName = spoolName;
  }

  /** Gives what compiles filters, which is made later than the writer. */
  planBy(services: PlanningServices): void {
    this.#planning.resolve(services);
  }

  /** The caller holds the write lease. May be repeated. */
  async run(services: WriterServices, written: AppliedBlock): Promise<void> {
    // An earlier attempt may have made its events known, so that they look like repeats, and not have come further.
    const parts = written.isRepeated ? written.block.records : written.sources;
    for (const tombstone of written.tombstones) {
      const { gone, projectId } = tombstone;
      if (gone.kind !== 'bounds') continue;
      const untilMs = takenUntilMs(tombstone, this.#spoolName);
      const late = parts
        .filter((part) => part.projectId === projectId)
        .flatMap(({ events }) => events.filter(({ receivedAtMs }) => receivedAtMs < untilMs));
      if (late.length > 0) await this.#delete(services, tombstone, { late, bounds: gone.bounds });
    }
  }

  async #delete(services: WriterServices, tombstone: TombstoneRow, meant: MeantEvents): Promise<void> {
    const { engine, database, clock } = services;
    const { projectId } = tombstone;
    const list = eventListOf({ id: newUuid(), projectId });
    await makeEventList(engine, list);
    try {
      await this.#list(services, list, { ...meant, nowMs: tombstone.atMs });
      const months = await countListedMonths(engine, list);
      if (months.length === 0) return;
      for (const { month } of months) await deleteListedMonth(engine, list, month);
      await forgetListedEvents(engine, list);
    } finally {
      await dropEventList(engine, list);
    }
    const nowMs = clock.nowMs();
    await database.transaction(async (transaction) => {
      await raiseDataEpoch(transaction, projectId);
      await retireSnapshots(transaction, projectId, nowMs);
    });
  }

  /** Asks for the time of these events, and leaves out all others of that time. */
  async #list(
    { engine }: WriterServices,
    { projectId, table }: EventList,
    { late, bounds, nowMs }: MeantEvents & { readonly nowMs: number },
  ): Promise<void> {
    const planning = await this.#planning.promise;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const asked = { bounds: within(bounds, late), asked: 'lines', mayQuery: true, nowMs } as const;
    const caller = { projectId, principal: null, abortController: () => ({ signal }) };
    const planned = await plannedEvents(planning, asked, caller);
    const limits = scanLimits(planning, TIMEOUT_MS, 1);
    const query = { ...planned, projectId, runId: newUuid(), limits, signal };
    const { body } = await engine.stream(query, 'TSVRaw');
    const uuids = new Set(late.map(uuidOf));
    for await (const piece of inLines(body)) {
      const lines = piece.toString('latin1').split('\n');
      const own = lines.filter((line) => uuids.has(line.slice(UUID_START, UUID_END)));
      const rows = Buffer.from(own.map((line) => `${line}\n`).join(''));
      await engine.insert({ table, columns: EVENT_LIST_COLUMNS, format: 'JSONCompactEachRow', body: rows });
    }
  }
}

interface MeantEvents {
  readonly late: readonly SpooledEvent[];
  readonly bounds: EventBounds;
}

/** A line is `["<uuid>",<seconds>]`. */
const UUID_START = 2;
const UUID_END = UUID_START + 36;

/** The bounds, and no more than the time of the events. */
function within(bounds: EventBounds, events: readonly SpooledEvent[]): EventBounds {
  let [firstMs, lastMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { facts } of events) {
    const atMs = Math.floor(facts.timestampUs / 1000);
    firstMs = Math.min(firstMs, atMs);
    lastMs = Math.max(lastMs, atMs);
  }
  return {
    ...bounds,
    after: Math.max(bounds.after ?? firstMs, firstMs),
    before: Math.min(bounds.before ?? Number.POSITIVE_INFINITY, lastMs + 1),
  };
}
