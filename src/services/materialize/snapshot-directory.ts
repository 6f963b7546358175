import { LRUCache } from 'lru-cache';
import type { Database } from '../../adapters/store/database.ts';
import type { EndpointRow } from '../../adapters/store/endpoint-row.ts';
import { findCurrentSnapshot, type SnapshotRecord } from '../../adapters/store/snapshot-store.ts';

const MAX_KEPT = 20_000;

/** The snapshot of an endpoint, or that it has none. */
export interface KnownSnapshot {
  readonly snapshot: SnapshotRecord | undefined;
}

/** Current snapshots, kept in memory while the metadata stays the same: a warm call makes no statement. */
export class SnapshotDirectory {
  readonly #database: Database;
  readonly #known = new LRUCache<string, KnownSnapshot>({ max: MAX_KEPT });
  #revision = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(endpoint: EndpointRow): Promise<KnownSnapshot> {
    const known = this.recent(endpoint);
    if (known !== undefined) return known;
    const revision = this.#database.catalogRevision;
    const snapshot = await findCurrentSnapshot(this.#database.query, endpoint.projectId, endpoint.id);
    const found = { snapshot };
    if (revision === this.#database.catalogRevision) this.#known.set(endpoint.id, found);
    return found;
  }

  /** What `find` would give, when that is known without a statement. */
  recent({ id }: EndpointRow): KnownSnapshot | undefined {
    const revision = this.#database.catalogRevision;
    if (revision !== this.#revision) {
      this.#revision = revision;
      this.#known.clear();
    }
    return this.#known.get(id);
  }
}
