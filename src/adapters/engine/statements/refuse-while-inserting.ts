import { AppError } from '../../../base/errors.ts';
import type { Engine } from '../engine.ts';
import { ofLiveReplicas, onAllReplicas, type ServerForm } from '../server-form.ts';

/** Finds inserts of events, of their ids and into lookups, one of which runs at a time, and their parts on shards. */
function statementFor(form: ServerForm | undefined): string {
  const pattern = form?.cluster === undefined ? '' : '(_write|_local)?';
  return `SELECT count() FROM ${onAllReplicas(form, 'system.processes')} WHERE query_kind = 'Insert'
  AND match(query, '^INSERT INTO app.(events|event_ids|lookups)${pattern} ') AND elapsed >= {older:Float64}`;
}

/**
 * To be called before one asks which rows an insert has added that was given up: one whose caller has left may still be
 * under way, and add the others after the question.
 * @param olderThanMs leaves out inserts that are younger: those of other lanes, where there are several
 * @throws AppError engine_unavailable while it is
 */
export async function refuseWhileInserting(
  engine: Pick<Engine, 'command' | 'form'>,
  olderThanMs = 0,
): Promise<void> {
  const parameters = { older: { type: 'Float64', value: olderThanMs / 1000 } } as const;
  const { rows } = await engine.command(statementFor(engine.form), parameters, ofLiveReplicas(engine.form));
  // Border: the statement answers one number.
  const [count] = JSON.parse(Buffer.from(rows).toString()) as readonly [number];
  if (count === 0) return;
  throw new AppError('engine_unavailable', 'An insert that was given up is still under way.', {
    retryAfterSeconds: 1,
  });
}
