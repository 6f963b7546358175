import { type NamedTable, type QueryNames, type SeenName, writeName, writeText } from './query-names.ts';
import { placeAt, type ScopedTable, tablesOf } from './query-place.ts';

/** One thing that may stand at a place. */
export interface QueryOption {
  /** What is shown and matched. */
  readonly label: string;
  /** What is written. */
  readonly apply: string;
  readonly detail: string;
  readonly info?: string;
  readonly type: 'table' | 'column' | 'property' | 'function' | 'keyword' | 'variable' | 'event';
  /** Higher stands first among equal matches. */
  readonly boost: number;
}

/** What may stand at a place, and which part of the text it replaces. */
export interface QueryOptions {
  readonly from: number;
  readonly to: number;
  readonly options: readonly QueryOption[];
}

const count = new Intl.NumberFormat('en-US', { notation: 'compact' });

/**
 * What may stand at `position`, from names alone: no request. Tables behind FROM; columns of the tables in scope;
 * members behind a dot; properties by volume; event names inside a text that is compared with `event`.
 * @returns null where nothing is known
 */
export function completeQuery(query: string, position: number, names: QueryNames): QueryOptions | null {
  const place = placeAt(query, position);
  if (place.kind === 'nothing') return null;
  const to = place.kind === 'event' ? place.to : position;
  const found = optionsFor(place, tablesOf(query, position), names);
  return found.length === 0 ? null : { from: place.from, to, options: found };
}

function optionsFor(
  place: ReturnType<typeof placeAt>,
  scope: readonly ScopedTable[],
  names: QueryNames,
): QueryOption[] {
  switch (place.kind) {
    case 'table':
      return names.tables.map((table) => tableOption(table, names));
    case 'member':
      return memberOptions(place.path, scope, names);
    case 'variable':
      return names.variables.map((name) => option(name, name, 'variable', 'variable'));
    case 'placeholder':
      return names.placeholders.map(({ text, sentence }) => ({
        // `{variables.<name>}` ends where the name begins.
        ...option(text.slice(1, -1), text.slice(1).replace(/<.*$/, ''), '', 'variable'),
        info: sentence,
      }));
    case 'event':
      return names.events.map((event, at) => ({
        ...option(event.name, writeText(event.name), volume(event), 'event', boostAt(at)),
        label: event.name,
      }));
    case 'expression':
      return expressionOptions(scope, names);
    case 'nothing':
      return [];
    default:
      return place satisfies never;
  }
}

function expressionOptions(scope: readonly ScopedTable[], names: QueryNames): QueryOption[] {
  const tables = scope.flatMap(({ table, alias }) => {
    const found = tableNamed(table, names);
    return found === undefined ? [] : [{ found, alias }];
  });
  const aliases = tables.map(({ alias, found }) =>
    option(alias, writeName(alias, names.keywords), found.name, 'table', 1),
  );
  const columns = tables.flatMap(({ found }) => columnOptions(found, names));
  return [
    ...columns,
    ...aliases,
    ...names.functions.map(({ name, signature, sentence }) => ({
      ...option(name, `${name}(`, signature, 'function', -1),
      info: sentence,
    })),
    ...names.keywords.map((word) => option(word, word, '', 'keyword', -2)),
  ];
}

function memberOptions(
  path: readonly string[],
  scope: readonly ScopedTable[],
  names: QueryNames,
): QueryOption[] {
  const [first = '', ...rest] = path;
  const own = scope.find(({ alias }) => alias === first);
  const tables = own === undefined ? scope.map(({ table }) => table) : [own.table];
  const steps = own === undefined ? path : rest;
  return tables.flatMap((table) => membersBehind(table, steps, names));
}

/** Follows joins such as `person` from a table; ends at a table's columns or at the properties of a JSON column. */
function membersBehind(table: string, steps: readonly string[], names: QueryNames): QueryOption[] {
  const found = tableNamed(table, names);
  if (found === undefined) return [];
  const [first, ...rest] = steps;
  if (first === undefined) return columnOptions(found, names);
  const join = found.joins.find(({ name }) => name === first);
  if (join !== undefined) return membersBehind(join.table, rest, names);
  const isJson = found.columns.some(({ name, type }) => name === first && /^(?:Nullable\()?JSON/.test(type));
  return isJson && rest.length === 0 ? propertyOptions(propertiesOf(found.name, names), names) : [];
}

/** Which properties stand in the JSON column of a table: those of persons in `persons`, else those of events. */
export function propertiesOf(table: string, names: QueryNames): readonly SeenName[] {
  return /person/i.test(table) ? names.personProperties : table === 'events' ? names.properties : [];
}

function columnOptions(table: NamedTable, names: QueryNames): QueryOption[] {
  const columns = table.columns.map(({ name, type, is_hidden: isHidden }) =>
    option(name, writeName(name, names.keywords), type, 'column', isHidden ? 1 : 3),
  );
  const joins = table.joins.map((join) =>
    option(join.name, writeName(join.name, names.keywords), join.table, 'table', 2),
  );
  return [...columns, ...joins];
}

function propertyOptions(properties: readonly SeenName[], names: QueryNames): QueryOption[] {
  return properties.map((property, at) => ({
    ...option(
      property.name,
      writeName(property.name, names.keywords),
      `${property.type ?? ''} ${volume(property)}`,
      'property',
    ),
    boost: boostAt(at),
  }));
}

function tableOption(table: NamedTable, names: QueryNames): QueryOption {
  const boost = table.kind === 'data' ? 2 : table.kind === 'system' ? 1 : 0;
  return option(
    table.name,
    table.kind === 'function' ? `${table.name}(` : writeName(table.name, names.keywords),
    table.kind,
    'table',
    boost,
  );
}

function tableNamed(name: string, names: QueryNames): NamedTable | undefined {
  return names.tables.find((table) => table.name === name);
}

function option(
  label: string,
  apply: string,
  detail: string,
  type: QueryOption['type'],
  boost = 0,
): QueryOption {
  return { label, apply, detail: detail.trim(), type, boost };
}

/** The order by volume, within what CodeMirror takes (-99 to 99). */
function boostAt(at: number): number {
  return Math.max(-20, 60 - at);
}

function volume({ volume: times }: SeenName): string {
  return count.format(times);
}
