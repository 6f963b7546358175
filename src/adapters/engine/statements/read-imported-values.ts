import type { Engine } from '../engine.ts';
import { freshLines, type ImportTables, readRows } from './import-rows.ts';

/** Values of a property in the new events of a chunk that look alike. */
export interface ImportedValues {
  readonly name: string;
  /** The type that the beginning of the JSON text tells; `Date` = perhaps, see `text`. */
  readonly kind: 'String' | 'Numeric' | 'Boolean' | 'DateTime' | 'Date';
  /** JSON text, at most 100 characters, when the engine cannot tell whether it is the text of a time; else empty. */
  readonly text: string;
  readonly volume: number;
}

/** `"2026-01-05"`, `"2026-01-05T09:30:00Z"`, `"2026-01-05 09:30:00.123+05:30"`: a time, when that day exists. */
const TIME_PATTERN =
  '^"\\\\d{4}-\\\\d\\\\d-\\\\d\\\\d([T ]([01]\\\\d|2[0-3]):[0-5]\\\\d(:[0-5]\\\\d(\\\\.\\\\d{1,9})?)?(Z|[+-](0\\\\d|1[0-4]):?[0-5]\\\\d)?)?"$';
/** Texts that begin like a date and go on like one. */
const DATE_PATTERN = '^"\\\\d{4}-\\\\d\\\\d-\\\\d\\\\d("|T\\\\d| [^a-zA-Z])';

/**
 * The values that the new events of a chunk have in one of the columns, without nulls; values of the earliest line come
 * first.
 */
export async function readImportedValues(
  engine: Engine,
  tables: ImportTables,
  { chunk, column }: { readonly chunk: number; readonly column: 'properties' | 'person_properties' },
): Promise<readonly ImportedValues[]> {
  const lines = freshLines(tables, chunk);
  // Many events of a person repeat the same person properties, word for word.
  const objects =
    column === 'properties'
      ? `(SELECT properties AS object, 1 AS times, line_number FROM ${lines})`
      : `(SELECT person_properties AS object, count() AS times, min(line_number) AS line_number
          FROM ${lines} GROUP BY object)`;
  const rows = await readRows(
    engine,
    `WITH property.2 AS json
      SELECT property.1 AS name,
        multiIf(
          NOT (substring(json, 6, 1) = '-' AND match(json, '${DATE_PATTERN}')),
            transform(substring(json, 1, 1), ['"', '[', '{', 't', 'f'],
              ['String', 'String', 'String', 'Boolean', 'Boolean'], 'Numeric'),
          match(json, '${TIME_PATTERN}')
            AND toString(toDate32OrZero(substring(json, 2, 10))) = substring(json, 2, 10), 'DateTime',
          'Date') AS kind,
        if(kind = 'Date', substringUTF8(json, 1, 100), '') AS text,
        sum(times) AS volume
      FROM ${objects}
      ARRAY JOIN JSONExtractKeysAndValuesRaw(object) AS property
      WHERE json != 'null'
      GROUP BY name, kind, text
      ORDER BY min(line_number)`,
  );
  // Border: the statement answers these four columns.
  return rows.map((row) => {
    const [name, kind, text, volume] = row as [string, ImportedValues['kind'], string, number | string];
    return { name, kind, text, volume: Number(volume) };
  });
}
