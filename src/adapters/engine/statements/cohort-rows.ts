import type { EngineParameters } from '../../../base/engine-parameter.ts';
import { DATABASE } from '../ddl/engine-tables.ts';
import type { Engine } from '../engine.ts';
import { beginMutation } from './run-mutation.ts';

const TABLE = 'cohort_members';

/** A cohort whose members stand in the engine. */
interface StoredMembers {
  readonly projectId: number;
  readonly id: number;
}

const OF_COHORT = 'project_id = {project_id:UInt64} AND cohort_id = {cohort_id:UInt64}';

/** Adds members by their distinct ids; present members stay members. May be repeated. */
export async function insertCohortMembers(
  engine: Pick<Engine, 'insert'>,
  { projectId, id }: StoredMembers,
  distinctIds: readonly string[],
): Promise<void> {
  if (distinctIds.length === 0) return;
  const lines = distinctIds.map((distinctId) => `${JSON.stringify([projectId, id, distinctId])}\n`);
  await engine.insert({
    table: TABLE,
    columns: ['project_id', 'cohort_id', 'distinct_id'],
    format: 'JSONCompactEachRow',
    body: Buffer.from(lines.join('')),
  });
}

/** How many of `distinctIds` the cohort has, and how many distinct ids in all. */
export async function countStoredMembers(
  engine: Pick<Engine, 'command'>,
  cohort: StoredMembers,
  distinctIds: readonly string[],
): Promise<{ readonly stored: number; readonly known: number }> {
  const [stored = 0, known = 0] = await readCounts(
    engine,
    `SELECT uniqExact(distinct_id), uniqExactIf(distinct_id, distinct_id IN {distinct_ids:Array(String)})
      FROM ${DATABASE}.${TABLE} WHERE ${OF_COHORT}`,
    { ...parametersOf(cohort), distinct_ids: { type: 'Array(String)', value: distinctIds } },
  );
  return { stored, known };
}

/** How many persons the members of a cohort are now. */
export async function countCohortPersons(
  engine: Pick<Engine, 'command'>,
  cohort: StoredMembers,
): Promise<number> {
  const [persons = 0] = await readCounts(
    engine,
    `SELECT uniqExact(person_id) FROM ${DATABASE}.person_distinct_ids FINAL
      WHERE project_id = {project_id:UInt64}
      AND distinct_id IN (SELECT distinct_id FROM ${DATABASE}.${TABLE} WHERE ${OF_COHORT})`,
    parametersOf(cohort),
  );
  return persons;
}

/** Begins to remove the members of a deleted cohort. Rows that a crash leaves belong to nobody. */
export async function deleteCohortMembers(
  engine: Pick<Engine, 'command' | 'form'>,
  cohort: StoredMembers,
): Promise<void> {
  const parameters = parametersOf(cohort);
  await beginMutation(engine, { table: TABLE, change: 'DELETE', where: OF_COHORT, parameters });
}

function parametersOf({ projectId, id }: StoredMembers): EngineParameters {
  return {
    project_id: { type: 'UInt64', value: projectId },
    cohort_id: { type: 'UInt64', value: id },
  };
}

async function readCounts(
  engine: Pick<Engine, 'command'>,
  sql: string,
  parameters: EngineParameters,
): Promise<readonly number[]> {
  const { rows } = await engine.command(sql, parameters);
  // Border: the engine writes a row as a list.
  const counts = JSON.parse(Buffer.from(rows).toString()) as readonly unknown[];
  return counts.map(Number);
}
