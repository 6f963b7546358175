import { hash } from 'node:crypto';
import { DATABASE } from '../ddl/engine-tables.ts';
import type { CommandOptions, Engine } from '../engine.ts';
import { parseRows } from '../parse-rows.ts';
import {
  ofLiveReplicas,
  onAllReplicas,
  type ServerForm,
  storedName,
  storedTable,
  whereStored,
} from '../server-form.ts';
import { quoteText } from './session-statements.ts';

/**
 * Columns of `events` that hold the text of one property each. The table itself is the list of them: the name of a
 * column comes from a hash of its key, the key stands in its comment. So no crash and no restored backup can leave a
 * list that says something else than the table.
 */
export interface PromotedColumn {
  readonly property: string;
  readonly column: string;
  /** When the column was taken out of use, to be dropped later; null = in use. */
  readonly retiredAtMs: number | null;
  /** True when every part of the table holds the column; in other parts, reading it parses the documents. */
  readonly isFilled: boolean;
  /** True when inserts compute the column together with others, see `shareExpression`. */
  readonly isShared: boolean;
}

type Commands = Pick<Engine, 'command' | 'form'>;

const PREFIX = 'property_';

/** Options of statements that do not wait until parts are rewritten. */
const IN_BACKGROUND: CommandOptions = { settings: { mutations_sync: 0, alter_sync: 0 } };

/** All promoted columns that the table has, by property. */
export async function readPromotedColumns(engine: Commands): Promise<readonly PromotedColumn[]> {
  const rows = await rowsOf(engine, columnsStatement(engine.form));
  return rows
    .flatMap(([column, comment, isShared, isFilled]) => {
      const noted = readComment(String(comment));
      if (noted === undefined || columnName(noted.property) !== column) return [];
      return [{ ...noted, column, isFilled: isFilled === 1, isShared: isShared === 1 }];
    })
    .sort((a, b) => (a.property < b.property ? -1 : 1));
}

function ofEvents(form: ServerForm | undefined): string {
  return `database = '${DATABASE}' AND table = '${storedName(form, 'events')}'`;
}

/** On a cluster: of the parts of all replicas, and only columns that every replica has, for reading and in its rows. */
function columnsStatement(form: ServerForm | undefined): string {
  const table = ofEvents(form);
  const partsOf = (system: string): string => `${onAllReplicas(form, system)} WHERE ${table} AND active`;
  const everywhere = `AND name IN (
      SELECT name FROM ${onAllReplicas(form, 'system.columns')}
      WHERE database = '${DATABASE}' AND table IN ('events', '${storedName(form, 'events')}') GROUP BY name
      HAVING count() = 2 * (SELECT count() FROM ${onAllReplicas(form, 'system.one')}))`;
  return `SELECT name, comment, startsWith(default_expression, 'tupleElement('),
    ifNull(held.parts, 0) >= (SELECT count() FROM ${partsOf('system.parts')})
  FROM system.columns
  LEFT JOIN (
    SELECT column AS held_column, toNullable(count()) AS parts FROM ${onAllReplicas(form, 'system.parts_columns')}
    WHERE ${table} AND active AND startsWith(column, '${PREFIX}') GROUP BY held_column
  ) AS held ON held_column = name
  WHERE ${table} AND startsWith(name, '${PREFIX}') AND default_kind = 'MATERIALIZED' AND type = 'Nullable(String)'${form?.cluster === undefined ? '' : ` ${everywhere}`}`;
}

/** Adds a column for each property. Takes no time: new rows hold the column, for older rows it is computed. */
export async function addPromotedColumns(engine: Commands, properties: readonly string[]): Promise<void> {
  await alter(
    engine,
    properties.map(
      (property) =>
        `ADD COLUMN IF NOT EXISTS ${columnName(property)} Nullable(String)
          MATERIALIZED ${ownExpression(property)} COMMENT ${comment(property, null)}`,
    ),
  );
  // Who reads a column of the Distributed table asks the shards for it.
  await alterDistributed(
    engine,
    properties.map((property) => `ADD COLUMN IF NOT EXISTS ${columnName(property)} Nullable(String)`),
  );
}

/** True while the engine writes promoted columns of older rows, or removes columns; it drops none meanwhile. */
export async function isRewriting(engine: Commands): Promise<boolean> {
  const rows = await rowsOf(
    engine,
    `SELECT 1 FROM ${onAllReplicas(engine.form, 'system.mutations')}
      WHERE ${ofEvents(engine.form)} AND NOT is_done AND position(command, ' ${PREFIX}') > 0 LIMIT 1`,
  );
  return rows.length > 0;
}

/** Lets the engine write columns of older rows in the background, also after a restart. */
export async function fillPromotedColumns(
  engine: Commands,
  columns: readonly PromotedColumn[],
): Promise<void> {
  await alter(
    engine,
    columns.map(({ column }) => `MATERIALIZE COLUMN ${column}`),
  );
}

/**
 * Lets inserts compute all columns of plain keys from one parse of the document. Only for filled columns: a fill
 * computes each column on its own, and would read all keys for every column.
 */
export async function shareExpression(engine: Commands, columns: readonly PromotedColumn[]): Promise<void> {
  const plain = columns.filter(({ property }) => isPlain(property));
  const elements = plain.map(({ property }) => `\`${property}\` Nullable(String)`).join(', ');
  // In a JSON list the engine would take elements by position and not by key, so lists are left out.
  const documents = `if(startsWith(properties, '['), '', properties)`;
  const tuple = `JSONExtract(${documents}, ${quoteText(`Tuple(${elements})`)})`;
  await alter(
    engine,
    plain.map(
      ({ column }, at) =>
        `MODIFY COLUMN ${column} Nullable(String) MATERIALIZED tupleElement(${tuple}, ${at + 1})`,
    ),
  );
}

/** True for keys that can share an expression: keys that may name a tuple element without escapes. */
export function isPlain(property: string): boolean {
  return /^[\w$ .:/-]+$/.test(property) && property !== 'null';
}

/** Marks columns as out of use since `atMs`, or as in use again with null. Marked columns stay readable. */
export async function markPromotedColumns(
  engine: Commands,
  columns: readonly PromotedColumn[],
  atMs: number | null,
): Promise<void> {
  await alter(
    engine,
    columns.map(({ column, property }) => `COMMENT COLUMN ${column} ${comment(property, atMs)}`),
  );
}

/** Removes columns with what they hold. @throws AppError while the engine writes one of them for older rows */
export async function dropPromotedColumns(
  engine: Commands,
  columns: readonly PromotedColumn[],
): Promise<void> {
  const drops = columns.map(({ column }) => `DROP COLUMN IF EXISTS ${column}`);
  await alterDistributed(engine, drops);
  await alter(engine, drops);
}

/** Changes the table that holds the rows. */
async function alter(engine: Commands, changes: readonly string[]): Promise<void> {
  const { form } = engine;
  const table = `${storedTable(form, 'events')}${whereStored(form, 'events')}`;
  if (changes.length > 0)
    await engine.command(`ALTER TABLE ${table} ${changes.join(', ')}`, {}, IN_BACKGROUND);
}

/** Changes the Distributed table of a cluster, which knows the columns only to ask for them. */
async function alterDistributed(engine: Commands, changes: readonly string[]): Promise<void> {
  const { form } = engine;
  if (form?.cluster === undefined || changes.length === 0) return;
  await engine.command(`ALTER TABLE ${DATABASE}.events${form.onCluster} ${changes.join(', ')}`);
}

/** What reading the property computes: the text rule of the compiler. */
function ownExpression(property: string): string {
  return `JSONExtract(properties, ${quoteText(property)}, 'Nullable(String)')`;
}

/** `property_` and 16 hexadecimal digits; no text of a user is ever a name. */
function columnName(property: string): string {
  return `${PREFIX}${hash('sha256', property, 'hex').slice(0, 16)}`;
}

function comment(property: string, retiredAtMs: number | null): string {
  return quoteText(JSON.stringify({ property, retired_at_ms: retiredAtMs }));
}

function readComment(text: string): Pick<PromotedColumn, 'property' | 'retiredAtMs'> | undefined {
  try {
    const { property, retired_at_ms: retiredAtMs } = JSON.parse(text);
    return typeof property === 'string' ? { property, retiredAtMs: retiredAtMs ?? null } : undefined;
  } catch {
    // Promotion has not made this column.
    return undefined;
  }
}

/** Border: each statement above answers rows of texts and numbers. */
async function rowsOf(engine: Commands, sql: string): Promise<readonly (readonly [string, ...unknown[]])[]> {
  return parseRows(await engine.command(sql, {}, ofLiveReplicas(engine.form))) as readonly (readonly [
    string,
    ...unknown[],
  ])[];
}
