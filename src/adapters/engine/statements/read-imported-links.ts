import type { Engine } from '../engine.ts';
import { type ImportTables, readRows } from './import-rows.ts';

/** Distinct ids that the file of an import gives to one person. */
export interface ImportedLink {
  /** The person's id in the file. */
  readonly personId: string;
  /** Two or more ids, as they stand in the file. */
  readonly distinctIds: readonly string[];
}

/** Persons of the file with several distinct ids, in the order of their ids from behind `after` on. */
export async function readImportedLinks(
  engine: Engine,
  tables: ImportTables,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly ImportedLink[]> {
  const rows = await readRows(
    engine,
    `SELECT toString(person_id), arraySort(groupUniqArray(distinct_id)) AS ids
      FROM ${tables.lines}
      WHERE person_id > toUUID('${after}') AND distinct_id != ''
      GROUP BY person_id HAVING length(ids) > 1 ORDER BY person_id LIMIT ${limit}`,
  );
  // Border: the statement answers these two columns.
  return rows.map((row) => {
    const [personId, distinctIds] = row as [string, string[]];
    return { personId, distinctIds };
  });
}
