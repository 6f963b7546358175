import type {
  KyselyPlugin,
  OperationNode,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryId,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely';
import type { Schema } from './schema.ts';

/** Tables that answers are made from, and that change rarely. */
const CATALOG_TABLES: ReadonlySet<string> = new Set<keyof Schema>([
  'projects',
  'endpoints',
  'endpoint_versions',
  'group_types',
  'property_definitions',
  'actions',
  'snapshots',
]);

/**
 * Counts the writes of this process to the tables that answers are made from, so that readers may keep what they
 * read while the count stays: no writer has to remember to tell them. Counts once more at the commit of a
 * transaction, because a reader between the write and the commit still sees the old rows.
 */
export class CatalogRevision implements KyselyPlugin {
  readonly #writes = new WeakSet<QueryId>();
  #revision = 0;
  #revisionAtCommit = 0;

  get current(): number {
    return this.#revision;
  }

  /** To be called after each commit. */
  committed(): void {
    if (this.#revision !== this.#revisionAtCommit) this.#revision += 1;
    this.#revisionAtCommit = this.#revision;
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    if (isCatalogWrite(node)) this.#writes.add(queryId);
    return node;
  }

  async transformResult({ result, queryId }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    if (this.#writes.has(queryId)) this.#revision += 1;
    return result;
  }
}

function isCatalogWrite(node: RootOperationNode): boolean {
  switch (node.kind) {
    case 'InsertQueryNode':
      return isCatalogTable(node.into);
    case 'UpdateQueryNode':
      return isCatalogTable(node.table);
    case 'DeleteQueryNode':
      return node.from.froms.some(isCatalogTable);
    default:
      return false;
  }
}

function isCatalogTable(node: OperationNode | undefined): boolean {
  if (node === undefined || node.kind !== 'TableNode') return false;
  const { table } = node as OperationNode & {
    readonly table: { readonly identifier: { readonly name: string } };
  };
  return CATALOG_TABLES.has(table.identifier.name);
}
