import type { EngineParameters } from '../../../base/engine-parameter.ts';
import { DATABASE } from '../ddl/engine-tables.ts';
import { TABLES_OF_EVENTS } from '../ddl/event-columns.ts';
import type { Engine } from '../engine.ts';
import { parseRows } from '../parse-rows.ts';
import { ofLiveReplicas, onAllReplicas, type ServerForm, storedName } from '../server-form.ts';
import { beginMutation, killMutations, type MutationState, readMutationState } from './run-mutation.ts';

/**
 * Folding on a server. Tables that are replicated take no mutation that reads another table, so the moves stand in the
 * text, so many in each that Keeper takes it (a megabyte at most): 4,000 are half of that.
 */
const MOVES_IN_A_TEXT = 4_000;

export type Move = readonly [oldPersonId: string, personId: string];

type Commands = Pick<Engine, 'command' | 'form'>;

interface Fold {
  readonly projectId: number;
  /** Stands in the text of each of its mutations. */
  readonly name: string;
  readonly moves: readonly Move[];
}

/** Begins to replace the old person ids of the present events. */
export async function beginTransforms(engine: Commands, fold: Fold): Promise<void> {
  for (const moves of chunksOf(fold.moves)) {
    const change = `UPDATE person_id = toUUID(transform(toString(person_id), {old:Array(String)}, {new:Array(String)}, toString(person_id)))`;
    const where = `project_id = {project_id:UInt64} AND person_id IN {old_ids:Array(UUID)} AND '${fold.name}' != ''`;
    const parameters: EngineParameters = {
      ...oldIdsOf(fold, moves),
      old: { type: 'Array(String)', value: moves.map(([old]) => old) },
      new: { type: 'Array(String)', value: moves.map(([, present]) => present) },
    };
    for (const table of TABLES_OF_EVENTS) await beginMutation(engine, { table, change, where, parameters });
  }
}

/** How far the mutations of a fold have come. */
export async function readTransformState(
  engine: Commands,
  form: ServerForm,
  { name }: Pick<Fold, 'name'>,
): Promise<MutationState> {
  const states = await Promise.all(
    TABLES_OF_EVENTS.map((table) => readMutationState(engine, form, table, name)),
  );
  const failed = states.find(({ kind }) => kind === 'failed');
  if (failed !== undefined) return failed;
  return states.every(({ kind }) => kind === 'done') ? { kind: 'done' } : { kind: 'running' };
}

/** How many events, also those in lookups, still carry an old id of the fold. */
export async function countUntransformed(engine: Commands, fold: Fold): Promise<number> {
  let events = 0;
  for (const moves of chunksOf(fold.moves))
    for (const table of TABLES_OF_EVENTS) {
      const answer = await engine.command(
        `SELECT count() FROM ${DATABASE}.${table} WHERE project_id = {project_id:UInt64} AND person_id IN {old_ids:Array(UUID)}`,
        oldIdsOf(fold, moves),
        { timeoutMs: 600_000, settings: { priority: 10 } },
      );
      events += Number(parseRows(answer)[0]?.[0]);
    }
  return events;
}

/** True while a mutation with that text in its command is not done on a replica that answers. */
export async function isTransforming(engine: Commands, form: ServerForm, prefix: string): Promise<boolean> {
  const tables = TABLES_OF_EVENTS.map((table) => `'${storedName(form, table)}'`).join(', ');
  const found = await engine.command(
    `SELECT 1 FROM ${onAllReplicas(form, 'system.mutations')} WHERE database = '${DATABASE}' AND table IN (${tables})
      AND position(command, {prefix:String}) > 0 AND NOT is_done AND NOT is_killed LIMIT 1`,
    { prefix: { type: 'String', value: prefix } },
    ofLiveReplicas(form),
  );
  return found.rowCount > 0;
}

/** Ends what is left of earlier folds of a project. */
export async function clearTransforms(engine: Commands, form: ServerForm, prefix: string): Promise<void> {
  if (await isTransforming(engine, form, prefix)) await killMutations(engine, form, prefix);
}

function oldIdsOf({ projectId }: Fold, moves: readonly Move[]): EngineParameters {
  return {
    project_id: { type: 'UInt64', value: projectId },
    old_ids: { type: 'Array(UUID)', value: moves.map(([old]) => old) },
  };
}

function* chunksOf(moves: readonly Move[]): Generator<readonly Move[]> {
  for (let start = 0; start < moves.length; start += MOVES_IN_A_TEXT)
    yield moves.slice(start, start + MOVES_IN_A_TEXT);
}
