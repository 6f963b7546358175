import type { EngineParameters } from '../../../base/engine-parameter.ts';
import { DATABASE } from '../ddl/engine-tables.ts';
import type { CommandOptions, Engine } from '../engine.ts';

/** Which events go: of these person ids, or before this time. */
export type EventsToDelete =
  | { readonly personIds: readonly string[] }
  /** Microseconds since 1970. */
  | { readonly beforeUs: number };

/** Resolves when the rows are gone; a large project takes a rewrite of the parts that hold them. */
const MUTATION: CommandOptions = { timeoutMs: 3_600_000, settings: { mutations_sync: 2 } };

/**
 * Removes events of a project, and that they were seen: sent or imported again they come back. Nobody may write
 * meanwhile. May be repeated after a failure or crash at any point.
 */
export async function deleteEvents(
  engine: Pick<Engine, 'command'>,
  projectId: number,
  events: EventsToDelete,
): Promise<void> {
  const [condition, parameters] = conditionOf(projectId, events);
  // First the ids, which are found by the events: the other way round a crash would leave them for ever.
  await engine.command(
    `ALTER TABLE ${DATABASE}.event_ids DELETE WHERE project_id = {project_id:UInt64}
      AND uuid IN (SELECT uuid FROM ${DATABASE}.events WHERE ${condition})`,
    parameters,
    MUTATION,
  );
  await engine.command(`ALTER TABLE ${DATABASE}.events DELETE WHERE ${condition}`, parameters, MUTATION);
  if (!('personIds' in events)) return;
  // What is deleted is hidden already; this takes it from the disk.
  await engine.command(
    `ALTER TABLE ${DATABASE}.persons DELETE
      WHERE project_id = {project_id:UInt64} AND id IN {person_ids:Array(UUID)} AND is_deleted = 0`,
    parameters,
    MUTATION,
  );
}

function conditionOf(projectId: number, events: EventsToDelete): readonly [string, EngineParameters] {
  const project = { project_id: { type: 'UInt64', value: projectId } } as const;
  if ('personIds' in events)
    return [
      'project_id = {project_id:UInt64} AND person_id IN {person_ids:Array(UUID)}',
      { ...project, person_ids: { type: 'Array(UUID)', value: events.personIds } },
    ];
  return [
    'project_id = {project_id:UInt64} AND timestamp < fromUnixTimestamp64Micro({before:Int64})',
    { ...project, before: { type: 'Int64', value: BigInt(events.beforeUs) } },
  ];
}
