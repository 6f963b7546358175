import { DATABASE } from '../ddl/engine-tables.ts';
import type { Engine } from '../engine.ts';
import { parseRows } from '../parse-rows.ts';
import { storedName } from '../server-form.ts';

/**
 * About how many events each project has. Counted by the marks of the table, so that it costs as little for a thousand
 * million events as for a million: a mark of rows of many projects counts for the first of them.
 */
export async function countProjectEvents(
  engine: Pick<Engine, 'command' | 'form'>,
): Promise<ReadonlyMap<number, number>> {
  const { form } = engine;
  const marks = `mergeTreeIndex('${DATABASE}', '${storedName(form, 'events')}')`;
  const ofShards = form?.cluster === undefined ? marks : `cluster('${form.cluster}', ${marks})`;
  const answer = await engine.command(
    `SELECT project_id, sum(rows_in_granule) FROM ${ofShards} GROUP BY project_id`,
  );
  return new Map(parseRows(answer).map(([projectId, events]) => [Number(projectId), Number(events)]));
}
