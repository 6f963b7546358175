import type { Engine } from '../../../adapters/engine/engine.ts';
import {
  findStoredEvents,
  type SoughtEvents,
} from '../../../adapters/engine/statements/find-known-event-ids.ts';
import { refuseWhileInserting } from '../../../adapters/engine/statements/refuse-while-inserting.ts';
import { binaryIds } from '../spool/spooled-event.ts';
import type { RowSource } from './event-rows.ts';

/**
 * The rows of a block that no earlier attempt has brought to the engine. An insert that was cut off may have added any
 * of its months, and ids are written last, so only the stored events themselves can tell.
 * @throws AppError engine_unavailable while such an insert is under way
 */
export async function missingRows(
  engine: Engine,
  sources: readonly RowSource[],
): Promise<readonly RowSource[]> {
  await refuseWhileInserting(engine);
  const missing: RowSource[] = [];
  for (const source of sources) {
    if (source.events.length === 0) continue;
    const stored = new Set(binaryIds(await findStoredEvents(engine, soughtEvents(source))));
    missing.push({ ...source, events: source.events.filter(({ id }) => !stored.has(id)) });
  }
  return missing;
}

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
  return { projectId, uuids, names: [...names], firstUs, lastUs };
}
