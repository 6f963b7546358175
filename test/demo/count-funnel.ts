import type { DemoEvent } from '../../src/services/demo/diary.ts';

const STEPS = ['$pageview', 'signed up', 'invoice paid'] as const;
const WINDOW_MS = 30 * 86_400_000;

/** People who visited, then signed up, then paid, within 30 days of a visit. */
export type FunnelCounts = readonly [visited: number, signedUp: number, paid: number];

/**
 * Counts by the kind of device of each person's first step. Plain loops: every visit is tried, and the best counts.
 * @param events in time order
 */
export function countFunnel(
  events: readonly DemoEvent[],
  personOf: (distinctId: string) => string,
): Readonly<Record<string, FunnelCounts>> {
  const byDevice: Record<string, FunnelCounts> = {};
  for (const own of Map.groupBy(stepsOf(events), ({ distinctId }) => personOf(distinctId)).values()) {
    const taken = Math.max(...own.map((_, start) => stepsFrom(own, start)));
    const device = own[0]?.device;
    if (taken === 0 || device === undefined) continue;
    const [visited, signedUp, paid] = byDevice[device] ?? [0, 0, 0];
    byDevice[device] = [visited + 1, signedUp + Number(taken > 1), paid + Number(taken > 2)];
  }
  return byDevice;
}

interface StepEvent {
  readonly event: string;
  readonly distinctId: string;
  readonly device: string;
  readonly atMs: number;
}

function stepsOf(events: readonly DemoEvent[]): readonly StepEvent[] {
  return events
    .filter(({ event }) => STEPS.some((step) => step === event))
    .map(({ event, distinct_id, timestamp, properties }) => ({
      event,
      distinctId: distinct_id,
      device: String(properties['$device_type']),
      atMs: Date.parse(timestamp),
    }));
}

/** How many steps follow each other from the event at `start` on; 0 when it is no visit. */
function stepsFrom(events: readonly StepEvent[], start: number): number {
  const endMs = (events[start]?.atMs ?? 0) + WINDOW_MS;
  let taken = 0;
  for (let at = start; at < events.length && taken < STEPS.length; at += 1) {
    const event = events[at];
    if (event === undefined || event.atMs > endMs) break;
    if (event.event === STEPS[taken]) taken += 1;
    if (taken === 0) break;
  }
  return taken;
}
