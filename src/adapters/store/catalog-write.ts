import {
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  DeleteQueryNode,
  InsertQueryNode,
  type OperationNode,
  OperatorNode,
  ParensNode,
  PrimitiveValueListNode,
  ReferenceNode,
  type RootOperationNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  WhereNode,
} from 'kysely';
import type { StoredName } from './column-codec.ts';
import type { Schema } from './schema.ts';

/**
 * Stands for all keys and their sessions together, because a key belongs to no project or to several. No project has
 * this id.
 */
export const KEYS = 0;

/**
 * The tables that answers are made from and that change rarely, each with the column that holds the project of a row.
 */
export const CATALOG_TABLES: ReadonlyMap<string, 'id' | 'endpoint_id' | 'project_id' | null> = new Map<
  StoredName<keyof Schema>,
  'id' | 'endpoint_id' | 'project_id' | null
>([
  ['keys', null],
  ['console_sessions', null],
  ['projects', 'id'],
  ['endpoints', 'project_id'],
  ['endpoint_versions', 'endpoint_id'],
  ['group_types', 'project_id'],
  ['property_definitions', 'project_id'],
  ['actions', 'project_id'],
  ['cohorts', 'project_id'],
  ['lookups', 'project_id'],
  ['snapshots', 'project_id'],
  ['signing_keys', 'project_id'],
  ['token_revocations', 'project_id'],
]);

/** A statement that writes to a catalogue table. */
export interface CatalogWrite {
  /** Whose rows it writes: a project's, `KEYS`, or undefined when it does not say. */
  readonly projectId: number | undefined;
  /** It adds properties that were not known, and returns them. */
  readonly learns: boolean;
}

/** What a statement writes to the catalogue; null when nothing. */
export function catalogWriteOf(node: RootOperationNode): CatalogWrite | null {
  const table = writtenTable(node);
  const column = table === undefined ? undefined : CATALOG_TABLES.get(table);
  if (column === undefined || isBookkeeping(node)) return null;
  const learns = table === 'property_definitions' && InsertQueryNode.is(node) && node.returning !== undefined;
  return { projectId: column === null ? KEYS : projectOf(node, column), learns };
}

function writtenTable(node: RootOperationNode): string | undefined {
  if (InsertQueryNode.is(node)) return nameOf(node.into);
  if (UpdateQueryNode.is(node)) return nameOf(node.table);
  return DeleteQueryNode.is(node) ? nameOf(node.from.froms[0]) : undefined;
}

function nameOf(node: OperationNode | undefined): string | undefined {
  return node !== undefined && TableNode.is(node) ? node.table.identifier.name : undefined;
}

/**
 * Columns that say nothing new: the count of changes which are written elsewhere, the last use of a key or a
 * session, and the progress and last wish of a lookup.
 */
export const BOOKS: readonly string[] = [
  'context_revision',
  'last_used_at_ms',
  'covered_from_us',
  'copying',
  'events_done',
  'events_left',
  'asked_at_ms',
];

function isBookkeeping(node: RootOperationNode): boolean {
  if (!UpdateQueryNode.is(node)) return false;
  const columns = node.updates?.map(({ column }) => columnOf(column)) ?? [];
  return columns.every((name) => name !== undefined && BOOKS.includes(name));
}

function projectOf(node: RootOperationNode, column: string): number | undefined {
  if (InsertQueryNode.is(node)) return insertedFor(node, column);
  return UpdateQueryNode.is(node) || DeleteQueryNode.is(node) ? heldTo(node.where, column) : undefined;
}

/** The project of all rows that are inserted. */
function insertedFor({ columns, values }: InsertQueryNode, column: string): number | undefined {
  const place = columns?.findIndex((each) => columnOf(each) === column) ?? -1;
  if (place === -1 || values === undefined || !ValuesNode.is(values)) return undefined;
  const projects = new Set(values.values.map((row) => valueIn(row, place)));
  const [only] = projects;
  return projects.size === 1 ? only : undefined;
}

function valueIn(row: ValueListNode | PrimitiveValueListNode, place: number): number | undefined {
  if (PrimitiveValueListNode.is(row)) return asId(row.values[place]);
  return ValueListNode.is(row) ? heldBy(row.values[place]) : undefined;
}

/** The project that a condition holds rows to. */
function heldTo(condition: OperationNode | undefined, column: string): number | undefined {
  if (condition === undefined) return undefined;
  if (WhereNode.is(condition)) return heldTo(condition.where, column);
  if (ParensNode.is(condition)) return heldTo(condition.node, column);
  if (AndNode.is(condition)) return heldTo(condition.left, column) ?? heldTo(condition.right, column);
  if (!BinaryOperationNode.is(condition)) return undefined;
  const { leftOperand, operator, rightOperand } = condition;
  const isHeld = OperatorNode.is(operator) && (operator.operator === '=' || operator.operator === 'in');
  return isHeld && columnOf(leftOperand) === column ? heldBy(rightOperand) : undefined;
}

/** The project that a value is, or that a list of endpoints is taken from. */
function heldBy(value: OperationNode | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (ValueNode.is(value)) return asId(value.value);
  return SelectQueryNode.is(value) ? heldTo(value.where, 'project_id') : undefined;
}

function asId(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function columnOf(node: OperationNode): string | undefined {
  if (ReferenceNode.is(node)) return columnOf(node.column);
  return ColumnNode.is(node) ? node.column.name : undefined;
}
