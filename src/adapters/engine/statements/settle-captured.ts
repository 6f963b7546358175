import type { Engine } from '../engine.ts';

/** Tables that captured and imported events change, as far as queries read them. */
const CAPTURED = ['events', 'lookups', 'persons', 'person_distinct_ids', 'person_overrides', 'groups'];

/**
 * Resolves when every replica has the events that the writer has written, so that any query sees them.
 * @throws AppError engine_unavailable when that takes too long; the events are safe
 */
export function settleCaptured(engine: Pick<Engine, 'settle'>): Promise<void> {
  return engine.settle(CAPTURED);
}
