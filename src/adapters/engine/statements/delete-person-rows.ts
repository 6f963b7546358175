import type { EngineParameters } from '../../../base/engine-parameter.ts';
import { DATABASE } from '../ddl/engine-tables.ts';
import type { CommandOptions, Engine } from '../engine.ts';
import { forgetMembers } from './cohort-rows.ts';

/** Makes the deletion wait until the rows are gone; for a large project the engine rewrites their parts. */
const MUTATION: CommandOptions = { timeoutMs: 3_600_000, settings: { mutations_sync: 2 } };

/**
 * Removes what carries these ids of persons in a project: events and the record that they were seen, so that events
 * that are sent or imported again come back, members of cohorts and the persons' own rows. No writer may run
 * meanwhile. May be repeated after a failure or crash at any point.
 */
export async function deletePersonRows(
  engine: Pick<Engine, 'command'>,
  projectId: number,
  personIds: readonly string[],
): Promise<void> {
  const parameters: EngineParameters = {
    project_id: { type: 'UInt64', value: projectId },
    person_ids: { type: 'Array(UUID)', value: personIds },
  };
  if (await hasEvents(engine, parameters)) await removeEvents(engine, parameters);
  await forgetMembers(engine, projectId, personIds);
  // Deleted rows are hidden already; this takes them from the disk.
  await engine.command(
    `ALTER TABLE ${DATABASE}.persons DELETE
      WHERE project_id = {project_id:UInt64} AND id IN {person_ids:Array(UUID)} AND is_deleted = 0`,
    parameters,
    MUTATION,
  );
}

const CONDITION = 'project_id = {project_id:UInt64} AND person_id IN {person_ids:Array(UUID)}';

/** True when there are events to delete. The question is asked because even a mutation without rows takes seconds. */
async function hasEvents(engine: Pick<Engine, 'command'>, parameters: EngineParameters): Promise<boolean> {
  const found = await engine.command(
    `SELECT 1 FROM ${DATABASE}.events WHERE ${CONDITION} LIMIT 1`,
    parameters,
  );
  return found.rowCount > 0;
}

async function removeEvents(engine: Pick<Engine, 'command'>, parameters: EngineParameters): Promise<void> {
  // First the ids, which are found by the events: in the other order a crash would leave ids for ever.
  await engine.command(
    `ALTER TABLE ${DATABASE}.event_ids DELETE WHERE project_id = {project_id:UInt64}
      AND uuid IN (SELECT uuid FROM ${DATABASE}.events WHERE ${CONDITION})`,
    parameters,
    MUTATION,
  );
  await engine.command(`ALTER TABLE ${DATABASE}.events DELETE WHERE ${CONDITION}`, parameters, MUTATION);
}
