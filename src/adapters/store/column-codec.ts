import {
  CamelCasePlugin,
  type PluginTransformResultArgs,
  type QueryResult,
  type SelectType,
  type UnknownRow,
} from 'kysely';
import { writeJson } from '../../base/write-json.ts';
import type { Schema } from './schema.ts';

/** `isActive` → `is_active`: a name of `Schema` as the database spells it. */
export type StoredName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${StoredName<Rest>}`
  : '';

/** A row as it stands in the database. */
export type StoredRow<Row> = {
  readonly [Column in keyof Row & string as StoredName<Column>]: Row[Column] extends boolean
    ? 0 | 1
    : Row[Column];
};

/** Names of the columns, of whatever table, that hold values of the type. */
type ColumnsOf<Value> = {
  [Table in keyof Schema]: {
    [Column in keyof Schema[Table]]: NonNullable<SelectType<Schema[Table][Column]>> extends Value
      ? Column
      : never;
  }[keyof Schema[Table]];
}[keyof Schema];

type Read = (stored: never) => unknown;

/** How the columns are read that hold something else than the database knows. A name means the same in every table. */
const READERS: { readonly [Column in ColumnsOf<boolean>]: typeof readFlag } & {
  readonly [Column in ColumnsOf<object>]: Column extends ColumnsOf<string | number> ? never : typeof readJson;
} = {
  allowedOrigins: readJson,
  allowedOverrides: readJson,
  appliedLanes: readJson,
  ceiling: readJson,
  changes: readJson,
  columns: readJson,
  demands: readJson,
  details: readJson,
  endpointIds: readJson,
  events: readJson,
  facts: readJson,
  filters: readJson,
  gone: readJson,
  hasPersonOverrides: readFlag,
  inFlight: readJson,
  isActive: readFlag,
  isDeleted: readFlag,
  isIdentified: readFlag,
  isMaterialized: readFlag,
  isPinned: readFlag,
  limits: readJson,
  lookedUpBy: readJson,
  order: readJson,
  pathCleaningFilters: readJson,
  projectIds: readJson,
  publicKey: readJson,
  query: readJson,
  refusal: readJson,
  scopes: readJson,
  shared: readJson,
  source: readJson,
  steps: readJson,
  testAccountFilters: readJson,
  variables: readJson,
  verified: readFlag,
};

const READER_OF: ReadonlyMap<string, Read> = new Map(Object.entries(READERS));

/**
 * The names of the database in camelCase, and its values as `Schema` says: the same for SQLite and PostgreSQL. What is
 * written passes through `toStoredValue`, at the driver, where also prepared statements pass.
 */
export class ColumnCodec extends CamelCasePlugin {
  constructor() {
    // `failuresInARow` → `failures_in_a_row`.
    super({ underscoreBetweenUppercaseLetters: true });
  }

  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const columns = Object.keys(result.rows[0] ?? {}).map((stored) => {
      const name = this.camelCase(stored);
      return { stored, name, read: READER_OF.get(name) };
    });
    const rows = result.rows.map((row) => {
      const values: Record<string, unknown> = {};
      for (const { stored, name, read } of columns) values[name] = readValue(row[stored], read);
      return values;
    });
    return { ...result, rows };
  }
}

/** A value as the database takes it: flags as 0 and 1, lists and objects as JSON text. */
export function toStoredValue(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
    ? writeJson(value)
    : value;
}

function readValue(value: unknown, read: Read | undefined): unknown {
  // Border: the reader of a column knows what the codec wrote there.
  return value === null || read === undefined ? value : read(value as never);
}

function readFlag(stored: number): boolean {
  return stored === 1;
}

/** Whole numbers beyond 2^53, which are bigint here, have sixteen digits at least. */
const MAY_BE_LARGE = /\d{16}/;

function readJson(stored: string): unknown {
  return MAY_BE_LARGE.test(stored) ? JSON.parse(stored, withLargeNumbers) : JSON.parse(stored);
}

function withLargeNumbers(
  _member: string,
  value: unknown,
  { source = '' }: { readonly source?: string } = {},
): unknown {
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
    ? BigInt(source)
    : value;
}
