import type { EngineParameters } from '../../../base/engine-parameter.ts';
import { parseJson } from '../../../base/parse-json.ts';
import { DATABASE } from '../ddl/engine-tables.ts';
import { TABLES_OF_EVENTS } from '../ddl/event-columns.ts';
import type { Engine } from '../engine.ts';
import { ofLiveReplicas, onAllReplicas, storedName } from '../server-form.ts';
import { beginMutation } from './run-mutation.ts';

const EXPIRED =
  'project_id = {project_id:UInt64} AND timestamp < fromUnixTimestamp64Milli({before_ms:Int64})';

/**
 * Has the engine remove events of a project before a time from its disk, if there are any. The engine works behind the
 * answer, and goes on after a restart. The record that the events were seen stays, so an event that
 * is sent again with another time is still a repeat.
 * @returns false when there was nothing to remove
 */
export async function deleteExpiredEvents(
  engine: Pick<Engine, 'command' | 'form'>,
  projectId: number,
  beforeMs: number,
): Promise<boolean> {
  const parameters: EngineParameters = {
    project_id: { type: 'UInt64', value: projectId },
    before_ms: { type: 'Int64', value: BigInt(Math.trunc(beforeMs)) },
  };
  let isBegun = false;
  for (const table of TABLES_OF_EVENTS) {
    const found = await engine.command(
      `SELECT 1 FROM ${DATABASE}.${table} WHERE ${EXPIRED} LIMIT 1`,
      parameters,
    );
    if (found.rowCount === 0) continue;
    await beginMutation(engine, { table, change: 'DELETE', where: EXPIRED, parameters });
    isBegun = true;
  }
  return isBegun;
}

/** How many changes of the events the engine has not done yet. */
export async function countEventMutations(engine: Pick<Engine, 'command' | 'form'>): Promise<number> {
  const { form } = engine;
  const tables = TABLES_OF_EVENTS.map((table) => `'${storedName(form, table)}'`).join(', ');
  const { rows } = await engine.command(
    `SELECT toUInt32(count()) FROM ${onAllReplicas(form, 'system.mutations')}
      WHERE database = '${DATABASE}' AND table IN (${tables}) AND NOT is_done AND NOT is_killed`,
    {},
    ofLiveReplicas(form),
  );
  const row: unknown = parseJson(Buffer.from(rows).toString());
  return Array.isArray(row) ? Number(row[0]) : 0;
}
