import { LRUCache } from 'lru-cache';
import type { Database } from '../../adapters/store/database.ts';
import type { EndpointRow, VersionRow } from '../../adapters/store/endpoint-row.ts';
import { findEndpoint } from '../../adapters/store/endpoint-store.ts';
import { findVersion } from '../../adapters/store/version-store.ts';
import { AppError } from '../../base/errors.ts';

/** Endpoints and versions kept in memory. */
const MAX_KEPT = 20_000;

/**
 * Finds what a run is about. Keeps what it has read until the metadata changes, so that a cached answer needs no
 * statement on the store.
 */
export class EndpointDirectory {
  readonly #database: Database;
  readonly #endpoints = new LRUCache<string, EndpointRow>({ max: MAX_KEPT });
  readonly #versions = new LRUCache<string, VersionRow>({ max: MAX_KEPT });
  #revision = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The active endpoint of that name. @throws AppError not_found */
  async endpoint(projectId: number, name: string): Promise<EndpointRow> {
    this.#forgetOld();
    const place = `${projectId} ${name}`;
    const endpoint = this.#endpoints.get(place) ?? (await this.#readEndpoint(projectId, name, place));
    if (endpoint?.isActive === true) return endpoint;
    const detail =
      endpoint === undefined ? `There is no endpoint "${name}".` : `The endpoint "${name}" is inactive.`;
    throw new AppError('not_found', detail);
  }

  /** The active endpoint of that name when it is in memory and current. */
  recent(projectId: number, name: string): EndpointRow | undefined {
    this.#forgetOld();
    const endpoint = this.#endpoints.get(`${projectId} ${name}`);
    return endpoint?.isActive === true ? endpoint : undefined;
  }

  /** A version of an endpoint; the current one when `version` is undefined. @throws AppError not_found */
  async version(endpoint: EndpointRow, version: number | undefined): Promise<VersionRow> {
    const number = version ?? endpoint.currentVersion;
    const place = `${endpoint.id} ${number}`;
    const kept = this.#versions.get(place);
    if (kept !== undefined) return kept;
    const row = await findVersion(this.#database.query, endpoint.projectId, endpoint.id, number);
    if (row === undefined) {
      const detail = `The endpoint "${endpoint.name}" has no version ${number}.`;
      const extra = { current_version: endpoint.currentVersion };
      throw new AppError('not_found', detail, { attr: 'version', extra });
    }
    // Versions never change, so they outlive the revision.
    this.#versions.set(place, row);
    return row;
  }

  async #readEndpoint(projectId: number, name: string, place: string): Promise<EndpointRow | undefined> {
    const revision = this.#database.catalogRevision;
    const endpoint = await findEndpoint(this.#database.query, projectId, name);
    if (endpoint !== undefined && revision === this.#database.catalogRevision)
      this.#endpoints.set(place, endpoint);
    return endpoint;
  }

  #forgetOld(): void {
    const revision = this.#database.catalogRevision;
    if (revision === this.#revision) return;
    this.#revision = revision;
    this.#endpoints.clear();
  }
}
