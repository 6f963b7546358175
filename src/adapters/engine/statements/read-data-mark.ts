import type { Engine } from '../engine.ts';

/**
 * A text that changes whenever rows of a project become visible or vanish. Equal texts before and after two queries
 * mean that both saw the same data. Reads only the keys of the project.
 */
export async function readDataMark(engine: Engine, projectId: number): Promise<string> {
  const answer = await engine.command(DATA_MARK, { project: { type: 'UInt64', value: projectId } });
  return Buffer.from(answer.rows).toString();
}

/**
 * Versions of these tables only grow, whatever merges do to their rows. Folding takes rows of `person_overrides` away,
 * so that two marks differ although no answer does.
 */
const VERSIONED = ['persons', 'person_distinct_ids', 'person_overrides', 'groups'];

const DATA_MARK = `SELECT (SELECT count() FROM app.events WHERE project_id = {project:UInt64}), ${VERSIONED.map(
  (table) => `(SELECT max(version) FROM app.${table} WHERE project_id = {project:UInt64})`,
).join(', ')}`;
