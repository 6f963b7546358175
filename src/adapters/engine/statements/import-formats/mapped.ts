import type { EngineParameter } from '../../../../base/engine-parameter.ts';
import type { ImportMapping, MappedMembers } from '../../../../schema/import-mapping.ts';
import {
  allMembers,
  firstText,
  objectOf,
  optionalMember,
  orderedDate,
  type RowSql,
  timeText,
} from './row-sql.ts';

/** The parameter with the names of the columns of a CSV file; its rows have their cells as a list of JSON texts. */
export const CSV_NAMES = 'names';
export const CSV_MEMBERS = `arrayZip({${CSV_NAMES}:Array(String)}, cells)`;

/**
 * A row of any table: `mapping` says what its columns, or members at dotted paths, mean.
 * @param csvColumns names of the columns of a CSV file
 */
export function mappedRow(mapping: ImportMapping, csvColumns?: readonly string[]): RowSql {
  const columns = new Columns(csvColumns);
  const text = (path: string | undefined): string => (path === undefined ? `''` : columns.text(path));
  const event =
    typeof mapping.event === 'string' ? text(mapping.event) : columns.constant(mapping.event.value);
  const parts = [text(mapping.distinct_id), text(mapping.timestamp)];
  const properties = membersIn(columns, mapping.properties, ownColumns(mapping));
  const groups = objectOf(allMembers(...membersIn(columns, mapping.groups, [])));
  return {
    event,
    distinctId: text(mapping.distinct_id),
    timestamp: timeText(orderedDate(text(mapping.timestamp), mapping.timestamp_format)),
    insertId: firstText(text(mapping.insert_id), `concat(${[event, ...parts].join(`, ' ', `)}, ' ', raw)`),
    properties: objectOf(
      allMembers(...properties, ...(mapping.groups === undefined ? [] : [optionalMember('$groups', groups)])),
    ),
    ...(mapping.person_properties !== undefined && {
      personProperties: objectOf(allMembers(...membersIn(columns, mapping.person_properties, []))),
    }),
    parameters: columns.parameters,
  };
}

/** Columns that `properties: "*"` leaves out. */
function ownColumns({ event, distinct_id, timestamp, insert_id }: ImportMapping): readonly string[] {
  const own = [event, distinct_id, timestamp, insert_id];
  return own.filter((each) => typeof each === 'string').flatMap((path) => [path, path.split('.')[0] ?? path]);
}

function membersIn(
  columns: Columns,
  members: MappedMembers | undefined,
  own: readonly string[],
): readonly string[] {
  if (members === undefined) return [];
  if (members === '*') return [columns.allBut(own)];
  const pairs = Array.isArray(members) ? members.map((path) => [path, path]) : Object.entries(members);
  return pairs.map(([name = '', path = '']) => columns.member(name, path));
}

/** Makes expressions of columns; their names are parameters. */
class Columns {
  readonly #csvColumns: readonly string[] | undefined;
  readonly #parameters: Record<string, EngineParameter> = {};

  constructor(csvColumns: readonly string[] | undefined) {
    this.#csvColumns = csvColumns;
  }

  get parameters(): Readonly<Record<string, EngineParameter>> {
    return this.#parameters;
  }

  constant(value: string): string {
    const name = `m_${Object.keys(this.#parameters).length}`;
    this.#parameters[name] = { type: 'String', value };
    return `{${name}:String}`;
  }

  text(path: string): string {
    const json = this.#json(path);
    return `multiIf(${json} IN ('', 'null'), '', startsWith(${json}, '"'), JSONExtractString(${json}), ${json})`;
  }

  /** A list with the member of that name, empty when the column is absent, null or empty. */
  member(name: string, path: string): string {
    const json = this.#json(path);
    return `if(${json} IN ('', 'null', '""'), [], [(${this.constant(name)}, ${json})])`;
  }

  allBut(names: readonly string[]): string {
    const parameter = `m_${Object.keys(this.#parameters).length}`;
    this.#parameters[parameter] = { type: 'Array(String)', value: names };
    return `arrayFilter(m -> NOT has({${parameter}:Array(String)}, m.1) AND m.2 NOT IN ('null', '""'),
      ${this.#csvColumns === undefined ? 'JSONExtractKeysAndValuesRaw(raw)' : CSV_MEMBERS})`;
  }

  /** A column may have dots in its name; only where there is none of that name they are a path. */
  #json(path: string): string {
    if (this.#csvColumns !== undefined) {
      const place = this.#csvColumns.indexOf(path);
      return place === -1 ? `''` : `JSONExtractRaw(cells[${place + 1}])`;
    }
    const whole = this.constant(path);
    const names = path.split('.');
    if (names.length === 1) return `JSONExtractRaw(raw, ${whole})`;
    const keys = names.map((name) => this.constant(name)).join(', ');
    return `if(JSONHas(raw, ${whole}), JSONExtractRaw(raw, ${whole}), JSONExtractRaw(raw, ${keys}))`;
  }
}
