import { AppError } from '../../../base/errors.ts';
import type { Engine } from '../engine.ts';

/** Finds the inserts of events, of their ids and into lookups, one of which runs at a time. */
const STATEMENT = `SELECT count() FROM system.processes WHERE query_kind = 'Insert'
  AND match(query, '^INSERT INTO app.(events|event_ids|lookups) ')`;

/**
 * To be called before one asks which rows an insert has added that was given up: one whose caller has left may still be
 * under way, and add the others after the question.
 * @throws AppError engine_unavailable while it is
 */
export async function refuseWhileInserting(engine: Engine): Promise<void> {
  const { rows } = await engine.command(STATEMENT);
  // Border: the statement answers one number.
  const [count] = JSON.parse(Buffer.from(rows).toString()) as readonly [number];
  if (count === 0) return;
  throw new AppError('engine_unavailable', 'An insert that was given up is still under way.', {
    retryAfterSeconds: 1,
  });
}
