import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryId,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely';
import { type CatalogWrite, catalogWriteOf } from './catalog-write.ts';
import type { CatalogHistory, LearnedProperty, Queryable } from './database.ts';

/**
 * What has happened to the tables that answers are made from, so that readers may keep what they read of a project
 * while its revision stays: no writer has to remember to tell them. Properties that capture learns are told one by one
 * and raise no revision: they come without end, and change nothing that was known.
 */
export class CatalogChanges implements CatalogHistory {
  readonly #revisions = new Map<number, number>();
  readonly #listeners: ((property: LearnedProperty) => void)[] = [];
  readonly #asksCurrent: () => boolean;
  #ofAll = 0;
  #count = 0;

  /** @param isCurrent false while changes of others may go unheard: nothing that was read is trusted then */
  constructor(isCurrent: () => boolean = () => true) {
    this.#asksCurrent = isCurrent;
  }

  get isCurrent(): boolean {
    return this.#asksCurrent();
  }

  revisionOf(projectId: number): number {
    if (!this.isCurrent) this.raise();
    return this.#ofAll + (this.#revisions.get(projectId) ?? 0);
  }

  get count(): number {
    if (!this.isCurrent) this.raise();
    return this.#count;
  }

  onLearned(listener: (property: LearnedProperty) => void): void {
    this.#listeners.push(listener);
  }

  /** To be called when a project, or any of them, may have changed in a way that no statement of this process shows. */
  raise(projectId?: number): void {
    this.#count += 1;
    if (projectId === undefined) this.#ofAll += 1;
    else this.#revisions.set(projectId, (this.#revisions.get(projectId) ?? 0) + 1);
  }

  tellLearned(property: LearnedProperty): void {
    this.#count += 1;
    for (const listener of this.#listeners) listener(property);
  }

  /** Notes the statements that are executed through the plugin. */
  watch(): KyselyPlugin {
    return new CatalogWrites((change) => this.#note(change));
  }

  /** Runs `work` and notes after the commit what it wrote: until then everybody else sees the old rows. */
  async watchTransaction<T>(
    begin: (work: (transaction: Queryable) => Promise<T>) => Promise<T>,
    work: (transaction: Queryable) => Promise<T>,
  ): Promise<T> {
    let changes: Change[] = [];
    const result = await begin((transaction) => {
      // Another attempt: what the one before wrote is gone.
      changes = [];
      return work(transaction.withPlugin(new CatalogWrites((change) => changes.push(change))));
    });
    for (const change of changes) this.#note(change);
    return result;
  }

  #note(change: Change): void {
    if (change.kind === 'learned') for (const property of change.properties) this.tellLearned(property);
    else this.raise(change.projectId);
  }
}

type Change =
  | { readonly kind: 'written'; readonly projectId?: number }
  | { readonly kind: 'learned'; readonly properties: readonly LearnedProperty[] };

/** Tells of each executed statement that wrote to a catalogue table. */
class CatalogWrites implements KyselyPlugin {
  readonly #onChange: (change: Change) => void;
  readonly #writes = new WeakMap<QueryId, CatalogWrite>();

  constructor(onChange: (change: Change) => void) {
    this.#onChange = onChange;
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    const write = catalogWriteOf(node);
    if (write !== null) this.#writes.set(queryId, write);
    return node;
  }

  async transformResult({ result, queryId }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const write = this.#writes.get(queryId);
    if (write !== undefined) this.#onChange(changeOf(write, result.rows));
    return result;
  }
}

function changeOf({ learns, projectId }: CatalogWrite, rows: readonly UnknownRow[]): Change {
  // Border: what `addPropertyDefinitions` returns is its table's.
  if (learns) return { kind: 'learned', properties: rows as unknown as readonly LearnedProperty[] };
  return { kind: 'written', ...(projectId !== undefined && { projectId }) };
}
