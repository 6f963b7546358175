import type { Engine } from '../../../adapters/engine/engine.ts';
import {
  findStoredEvents,
  type SoughtEvents,
} from '../../../adapters/engine/statements/find-known-event-ids.ts';
import { refuseWhileInserting } from '../../../adapters/engine/statements/refuse-while-inserting.ts';
import { stopwatchMs } from '../../../base/clock.ts';
import { wait } from '../../../base/wait.ts';
import { binaryIds } from '../spool/spooled-event.ts';
import type { RowSource } from './event-rows.ts';

/**
 * The rows of a block that no earlier attempt has brought to the engine. An insert that was cut off may have added any
 * of its months, and ids are written last, so only the stored events themselves can tell.
 * @param laneFromMs where others write other lanes meanwhile: since when nobody else writes this one, by the stopwatch
 * @throws AppError engine_unavailable while such an insert is under way
 */
export async function missingRows(
  engine: Engine,
  sources: readonly RowSource[],
  laneFromMs: number | null,
): Promise<readonly RowSource[]> {
  if (laneFromMs === null) await refuseWhileInserting(engine);
  else await whenOlderHaveEnded(engine, laneFromMs);
  const missing: RowSource[] = [];
  for (const source of sources) {
    if (source.events.length === 0) continue;
    const stored = new Set(binaryIds(await findStoredEvents(engine, soughtEvents(source))));
    missing.push({ ...source, events: source.events.filter(({ id }) => !stored.has(id)) });
  }
  return missing;
}

const LOOKS = 20;
const LOOK_MS = 200;

/** Inserts of other lanes end soon. One that is still under way may be of this lane. */
async function whenOlderHaveEnded(engine: Engine, sinceMs: number): Promise<void> {
  for (let looks = 1; ; looks += 1)
    try {
      await refuseWhileInserting(engine, stopwatchMs() - sinceMs);
      return;
    } catch (error) {
      if (looks === LOOKS) throw error;
      await wait(LOOK_MS);
    }
}

/**
 * An event that was sent to another service may have another time there: the server's, or one that was corrected by
 * another clock.
 */
const SLACK_US = 86_400_000_000;

/** The events of a block as the engine looks for them. */
export function soughtEvents({ projectId, events }: RowSource): SoughtEvents {
  const names = new Set<string>();
  let firstUs = Number.POSITIVE_INFINITY;
  let lastUs = 0;
  for (const { facts } of events) {
    names.add(facts.event);
    firstUs = Math.min(firstUs, facts.timestampUs);
    lastUs = Math.max(lastUs, facts.timestampUs);
  }
  const uuids = Buffer.from(events.map(({ id }) => id).join(''), 'latin1');
  return { projectId, uuids, names: [...names], firstUs: firstUs - SLACK_US, lastUs: lastUs + SLACK_US };
}
