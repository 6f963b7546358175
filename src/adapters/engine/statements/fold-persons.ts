import { invariant } from '../../../base/invariant.ts';
import { DATABASE } from '../ddl/engine-tables.ts';
import { TABLES_OF_EVENTS } from '../ddl/event-columns.ts';
import type { CommandOptions, Engine } from '../engine.ts';
import { parseRows } from '../parse-rows.ts';
import {
  beginTransforms,
  clearTransforms,
  countUntransformed,
  isTransforming,
  type Move,
  readTransformState,
} from './fold-by-transform.ts';
import { forgetMutationsOf, type MutationState, runMutation } from './run-mutation.ts';

/** A table in memory of old and present person ids, made for one rewriting of `events`. */
export interface FoldTable {
  readonly projectId: number;
  readonly name: string;
  /** A server has no such table: its mutations hold the moves themselves. */
  readonly moves: readonly Move[];
}

type Commands = Pick<Engine, 'command' | 'form'>;

/** Options of a scan over the ids of a large project. */
const LONG: CommandOptions = { timeoutMs: 600_000, settings: { priority: 10 } };
const IN_BACKGROUND: CommandOptions = { settings: { mutations_sync: 0 } };

/**
 * Makes the table of a rewriting.
 * @param attemptId a UUID that was never used before
 */
export async function makeFoldTable(
  engine: Pick<Engine, 'command' | 'insert' | 'form'>,
  projectId: number,
  attemptId: string,
  moves: readonly Move[],
): Promise<FoldTable> {
  invariant(/^[0-9a-f-]{36}$/.test(attemptId), 'the id of an attempt is a UUID');
  const name = `${namePrefix(projectId)}${attemptId.replaceAll('-', '')}`;
  if (engine.form !== undefined) return { projectId, name, moves };
  await engine.command(
    `CREATE TABLE ${DATABASE}.${name} (old_person_id UUID, person_id UUID) ENGINE = Join(ANY, LEFT, old_person_id)`,
  );
  await engine.insert({
    table: name,
    columns: ['old_person_id', 'person_id'],
    format: 'JSONCompactEachRow',
    body: Buffer.from(moves.map((move) => `${JSON.stringify(move)}\n`).join('')),
  });
  return { projectId, name, moves };
}

/**
 * Begins to replace the old person ids of the present events; events inserted later are not touched. The
 * mutations outlive the engine's process.
 */
export async function beginRewrite(engine: Commands, table: FoldTable): Promise<void> {
  if (engine.form !== undefined) return beginTransforms(engine, table);
  for (const name of TABLES_OF_EVENTS)
    await engine.command(
      `ALTER TABLE ${DATABASE}.${name} UPDATE person_id = ifNull(${presentId(table)}, person_id)
        WHERE ${hasOldId(table)}`,
      {},
      IN_BACKGROUND,
    );
}

/** How far a begun rewriting has come. */
export async function readRewriteState(engine: Commands, { name }: FoldTable): Promise<MutationState> {
  if (engine.form !== undefined) return readTransformState(engine, engine.form, { name });
  const [row] = await readRows(
    engine,
    `SELECT min(is_done), max(latest_fail_reason) FROM system.mutations
      WHERE database = '${DATABASE}' AND position(command, '${name}') > 0 HAVING count() > 0`,
  );
  if (row === undefined) return { kind: 'failed', reason: 'the mutation is gone' };
  const [isDone, reason] = row;
  if (isDone === 1) return { kind: 'done' };
  return reason === '' ? { kind: 'running' } : { kind: 'failed', reason: String(reason) };
}

/** How many events, also those in lookups, still carry an old id of the table. */
export async function countUnfolded(engine: Commands, table: FoldTable): Promise<number> {
  if (engine.form !== undefined) return countUntransformed(engine, table);
  const counts = TABLES_OF_EVENTS.map(
    (name) => `(SELECT count() FROM ${DATABASE}.${name} WHERE ${hasOldId(table)})`,
  );
  const rows = await readRows(engine, `SELECT ${counts.join(' + ')}`, LONG);
  return Number(rows[0]?.[0]);
}

/** Removes the table of a rewriting that did not begin. */
export async function dropFoldTable(engine: Commands, { name }: Pick<FoldTable, 'name'>): Promise<void> {
  if (engine.form !== undefined) return;
  await engine.command(`DROP TABLE IF EXISTS ${DATABASE}.${name} SYNC`);
}

/** True while a rewriting of the project may be under way. Hold the write lock, without which none begins. */
export async function isRewritten(engine: Commands, projectId: number): Promise<boolean> {
  if (engine.form !== undefined) return isTransforming(engine, engine.form, namePrefix(projectId));
  return (await foldTables(engine, projectId)).length > 0;
}

/** Ends the rewritings of a project and removes their tables: a mutation without its table never ends. */
export async function clearRewrites(engine: Commands, projectId: number): Promise<void> {
  const prefix = namePrefix(projectId);
  if (engine.form !== undefined) return clearTransforms(engine, engine.form, prefix);
  const tables = await foldTables(engine, projectId);
  if (tables.length === 0) return;
  await forgetMutationsOf(engine, prefix);
  for (const [name] of tables) await dropFoldTable(engine, { name: String(name) });
}

/**
 * Takes overrides up to a version away, and what deleted overrides left behind. A row that says `deleted` goes after
 * all rows that it hides. May be repeated.
 */
export async function deleteOverrides(engine: Commands, projectId: number, version: number): Promise<void> {
  for (const isDeleted of [0, 1])
    await runMutation(engine, {
      table: 'person_overrides',
      change: 'DELETE',
      where: `project_id = {project_id:UInt64} AND version <= {version:UInt64} AND is_deleted = ${isDeleted}`,
      parameters: {
        project_id: { type: 'UInt64', value: projectId },
        version: { type: 'UInt64', value: version },
      },
    });
}

function foldTables(engine: Commands, projectId: number): Promise<readonly (readonly unknown[])[]> {
  return readRows(
    engine,
    `SELECT name FROM system.tables WHERE database = '${DATABASE}' AND startsWith(name, '${namePrefix(projectId)}')`,
  );
}

/** Ends with a letter that no number has, so that no project's prefix begins that of another project. */
function namePrefix(projectId: number): string {
  return `fold_${projectId}_`;
}

function presentId({ name }: FoldTable): string {
  return `joinGetOrNull('${DATABASE}.${name}', 'person_id', person_id)`;
}

function hasOldId(table: FoldTable): string {
  return `project_id = ${table.projectId} AND ${presentId(table)} IS NOT NULL`;
}

async function readRows(
  engine: Commands,
  sql: string,
  options: CommandOptions = {},
): Promise<readonly (readonly unknown[])[]> {
  const answer = await engine.command(sql, {}, options);
  return parseRows(answer);
}
