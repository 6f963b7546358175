import type { AbsentColumn } from '../../../adapters/engine/statements/find-absent-columns.ts';
import { AppError } from '../../../base/errors.ts';
import { didYouMean } from '../../../base/nearest-name.ts';
import type { ImportMapping, MappedMembers } from '../../../schema/import-mapping.ts';

/**
 * Looks for the columns that a mapping names, before anything of the file is taken.
 * @param findAbsent answers the paths that no row of the file has
 * @throws AppError invalid_value that names each column which no row has, its place in the mapping and the nearest
 *   column
 */
export async function checkMappedColumns(
  mapping: ImportMapping | null,
  findAbsent: (paths: readonly string[]) => Promise<readonly AbsentColumn[]>,
): Promise<void> {
  if (mapping === null) return;
  const places = columnsOf(mapping);
  const absent = await findAbsent([...new Set(places.map(([, path]) => path))]);
  if (absent.length === 0) return;
  const sentences = absent.map(({ path, known }) => {
    const [place = ''] = places.find(([, each]) => each === path) ?? [];
    return `The mapping of ${place} names "${path}", which no row of the file has.${didYouMean(path, known)}`;
  });
  throw new AppError('invalid_value', sentences.join(' '), { attr: 'mapping' });
}

/** Each column with its place in the mapping. */
function columnsOf(mapping: ImportMapping): readonly (readonly [place: string, path: string])[] {
  const { event, distinct_id, timestamp, insert_id, properties, person_properties, groups } = mapping;
  return [
    ...(typeof event === 'string' ? ([['event', event]] as const) : []),
    ['distinct_id', distinct_id],
    ['timestamp', timestamp],
    ...(insert_id === undefined ? [] : ([['insert_id', insert_id]] as const)),
    ...columnsIn('properties', properties),
    ...columnsIn('person_properties', person_properties),
    ...columnsIn('groups', groups),
  ];
}

function columnsIn(
  place: string,
  members: MappedMembers | undefined,
): readonly (readonly [string, string])[] {
  if (members === undefined || members === '*') return [];
  if (Array.isArray(members)) return members.map((path) => [place, path] as const);
  return Object.entries(members).map(([name, path]) => [`${place}.${name}`, path] as const);
}
