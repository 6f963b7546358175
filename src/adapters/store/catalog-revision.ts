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
import type { StoredName } from './column-codec.ts';
import type { Queryable } from './database.ts';
import type { Schema } from './schema.ts';

/** Tables that answers are made from, and that change rarely. */
export const CATALOG_TABLES: ReadonlySet<string> = new Set<StoredName<keyof Schema>>([
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
 * read while the count stays: no writer has to remember to tell them.
 */
export class CatalogRevision {
  #revision = 0;

  get current(): number {
    return this.#revision;
  }

  /** To be called when the tables may have changed in a way that no statement of this process shows. */
  raise(): void {
    this.#revision += 1;
  }

  /** Counts the statements that are executed through the plugin. */
  watch(): KyselyPlugin {
    return new CatalogWrites(() => this.raise());
  }

  /**
   * Runs `work` and counts once more after the commit when it wrote: a reader between the write and the commit still
   * sees the old rows.
   */
  async watchTransaction<T>(
    begin: (work: (transaction: Queryable) => Promise<T>) => Promise<T>,
    work: (transaction: Queryable) => Promise<T>,
  ): Promise<T> {
    let hasWritten = false;
    const writes = new CatalogWrites(() => {
      hasWritten = true;
    });
    const result = await begin((transaction) => work(transaction.withPlugin(writes)));
    if (hasWritten) this.raise();
    return result;
  }
}

/** Tells of each executed statement that wrote to a catalog table. */
class CatalogWrites implements KyselyPlugin {
  readonly #onWrite: () => void;
  readonly #writes = new WeakSet<QueryId>();

  constructor(onWrite: () => void) {
    this.#onWrite = onWrite;
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    if (isCatalogWrite(node)) this.#writes.add(queryId);
    return node;
  }

  async transformResult({ result, queryId }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    if (this.#writes.has(queryId)) this.#onWrite();
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
