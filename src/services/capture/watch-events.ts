import { stopwatchMs } from '../../base/clock.ts';
import { isoTime } from '../../base/iso-time.ts';
import type { RecentEventsQuery } from '../../schema/recent-events-query.ts';
import type { RecentEvent } from './spool/kept-record.ts';
import type { RecentCaller, RecentEvents, RecentLook } from './spool/recent-events.ts';

interface WatchServices {
  readonly recentEvents: RecentEvents;
  readonly catalog: { context(projectId: number): Promise<{ readonly dataEpoch: number }> };
  /** The name of this service on its store. */
  readonly replica: string;
  readonly replicas: { liveReplicas(): number };
}

/**
 * The JSON text of the events that this service accepted last: at once when there are some that are asked for, else
 * when one comes, at the latest after the time of the caller. The engine is never asked.
 * @throws AppError throttled when too many callers wait
 */
export async function watchEvents(
  services: WatchServices,
  caller: RecentCaller,
  asked: RecentEventsQuery,
): Promise<string> {
  const { recentEvents } = services;
  const untilMs = stopwatchMs() + asked.wait * 1000;
  await recentEvents.turn(caller);
  let { look, events } = await lookFor(services, caller, asked);
  let { isCut } = look;
  for (;;) {
    const leftMs = untilMs - stopwatchMs();
    if (events.length > 0 || leftMs <= 0 || caller.signal.aborted || recentEvents.isClosed) break;
    await recentEvents.whenMore(caller, leftMs);
    ({ look, events } = await lookFor(services, caller, { ...asked, after: look.cursor }));
    isCut ||= look.isCut;
  }
  const { replica, replicas } = services;
  const facts = { next: look.cursor, is_cut: isCut, service: replica, services: replicas.liveReplicas() };
  return `{"results":[${events.map(shown).join(',')}],${JSON.stringify(facts).slice(1)}`;
}

async function lookFor(
  { recentEvents, catalog }: WatchServices,
  { projectId }: RecentCaller,
  { after, event, distinct_id }: RecentEventsQuery,
): Promise<{ readonly look: RecentLook; readonly events: readonly RecentEvent[] }> {
  const { dataEpoch } = await catalog.context(projectId);
  const look = recentEvents.look(projectId, after, dataEpoch);
  const events = look.events.filter(
    (each) =>
      (event === undefined || each.event === event) &&
      (distinct_id === undefined || each.distinctId === distinct_id),
  );
  return { look, events };
}

/** The properties are JSON already, in which integers keep all their digits. */
function shown({ properties, ...event }: RecentEvent): string {
  const members = {
    uuid: event.uuid,
    event: event.event,
    distinct_id: event.distinctId,
    timestamp: isoTime(event.timestampUs / 1000),
    received_at: isoTime(event.receivedAtMs),
    warnings: event.warnings,
  };
  return `${JSON.stringify(members).slice(0, -1)},"properties":${properties}}`;
}
