import { KEYS } from '../../adapters/store/catalog-write.ts';
import { type ConsoleSessionRow, findSession } from '../../adapters/store/console-store.ts';
import type { Queryable } from '../../adapters/store/database.ts';
import type { EndpointRow, VersionRow } from '../../adapters/store/endpoint-row.ts';
import { findEndpoint } from '../../adapters/store/endpoint-store.ts';
import { findKeyByHash } from '../../adapters/store/key-store.ts';
import {
  findSigningKeyWithRevocations,
  type SigningKeyWithRevocations,
} from '../../adapters/store/signing-key-store.ts';
import { findCurrentSnapshot, type SnapshotRecord } from '../../adapters/store/snapshot-store.ts';
import { findVersion } from '../../adapters/store/version-store.ts';
import type { PromotedColumns } from '../../query/plan.ts';
import { type FactPlace, type Facts, NOTHING_BYTES, placeOfProject, type Question } from './facts.ts';
import type { KnownProject, LoadedProject } from './known-project.ts';
import { absentProject, type Principal, toPrincipal, toSessionPrincipal } from './principal.ts';

export interface KnownKey {
  readonly principal: Principal;
  /** When the last use was read; null = never used. */
  readonly lastUsedAtMs: number | null;
}

export interface KnownSession extends KnownKey {
  readonly session: ConsoleSessionRow;
}

/** Something that a decision has to know and that is not in memory. It is returned upwards, to be loaded. */
export class Missing<Value = unknown> {
  readonly place: string;
  /** Reads the missing thing from the store, or has it made by another thread. */
  readonly load: () => Promise<Value>;

  constructor(place: string, load: () => Promise<Value>) {
    this.place = place;
    this.load = load;
  }
}

/** A decision over known facts, without waiting: its answer, or what it must know first. It can be asked again. */
export type Decision<Answer> = (known: KnownState) => Answer | Missing;

/**
 * What one decision may know without waiting. null = there is no such thing, `Missing` = the thing has to be loaded.
 */
export class KnownState {
  readonly #facts: Facts;
  readonly #promoted: PromotedColumns;
  /** What was loaded for this decision. It is not loaded again, whatever changes meanwhile. */
  #loaded: Map<string, unknown> | undefined;

  constructor(facts: Facts, promoted: PromotedColumns) {
    this.#facts = facts;
    this.#promoted = promoted;
  }

  /** The key whose present or previous secret has this hash, even if the key has ended. */
  key(secretHash: string): KnownKey | null | Missing {
    return this.#find<KnownKey | null>({
      place: `key ${secretHash}`,
      subject: KEYS,
      load: async (db) => {
        const key = await findKeyByHash(db, secretHash);
        if (key === undefined) return null;
        return { principal: toPrincipal(key, secretHash), lastUsedAtMs: key.lastUsedAtMs };
      },
      bytes: bytesOf,
    });
  }

  /**
   * The session whose token has this hash, even if it has ended; null also when its key was revoked or rolled. Its last
   * use is that of when it was read.
   */
  session(tokenHash: string): KnownSession | null | Missing {
    return this.#find<KnownSession | null>({
      place: `session ${tokenHash}`,
      subject: KEYS,
      load: (db) => readSession(db, tokenHash),
      bytes: bytesOf,
    });
  }

  /** As `session`, with its last use through any service. The answer is never kept. */
  sessionNow(tokenHash: string): KnownSession | null | Missing {
    const place = `session now ${tokenHash}`;
    const found = this.#loaded?.get(place) as KnownSession | null | undefined;
    return found === undefined
      ? new Missing(place, () => this.#facts.share(place, () => this.#facts.ask(tokenHash, readSession)))
      : found;
  }

  /** The signing key of a project, active or not, with the revocations of its tokens. */
  signingKey(projectId: number, id: string): SigningKeyWithRevocations | null | Missing {
    return this.#find<SigningKeyWithRevocations | null>({
      place: `signing key ${projectId} ${id}`,
      subject: projectId,
      load: (db) => findSigningKeyWithRevocations(db, projectId, id).then(orNull),
      bytes: bytesOf,
    });
  }

  /** A live project. @throws AppError permission_denied when it is gone */
  liveProject(projectId: number): KnownProject | Missing {
    const project = this.project(projectId);
    if (project === null) throw absentProject();
    return project;
  }

  /** As `liveProject`; null when it is gone. */
  project(projectId: number): KnownProject | null | Missing {
    const where = placeOfProject(projectId);
    const found = this.#recall<LoadedProject | null>(where);
    if (found === undefined) return new Missing(where.place, () => this.#facts.readProject(projectId));
    return found?.context(this.#promoted) ?? null;
  }

  /** Ids of the live projects among these, in order; null = of all projects. The answer is never kept. */
  projects(within: readonly number[] | null): readonly number[] | Missing {
    const place = 'projects';
    const found = this.#loaded?.get(place) as readonly number[] | undefined;
    return found ?? new Missing(place, () => this.#facts.liveProjects(within));
  }

  /** Names of events that came in, with one more than a full catalogue has. The answer is never kept. */
  eventNames(projectId: number): readonly string[] | Missing {
    const place = 'event names';
    const found = this.#loaded?.get(place) as readonly string[] | undefined;
    return found ?? new Missing(place, () => this.#facts.eventNames(projectId));
  }

  /** The endpoint with this name, active or not. */
  endpoint(projectId: number, name: string): EndpointRow | null | Missing {
    return this.#find<EndpointRow | null>({
      place: `endpoint ${projectId} ${name}`,
      subject: projectId,
      load: (db) => findEndpoint(db, projectId, name).then(orNull),
      bytes: bytesOf,
    });
  }

  version({ projectId, id }: EndpointRow, version: number): VersionRow | null | Missing {
    return this.#find<VersionRow | null>({
      place: `version ${id} ${version}`,
      subject: projectId,
      load: (db) => findVersion(db, projectId, id, version).then(orNull),
      bytes: bytesOf,
    });
  }

  /** The current snapshot of an endpoint. */
  snapshot({ projectId, id }: EndpointRow): SnapshotRecord | null | Missing {
    return this.#find<SnapshotRecord | null>({
      place: `snapshot ${id}`,
      subject: projectId,
      load: (db) => findCurrentSnapshot(db, projectId, id).then(orNull),
      bytes: bytesOf,
    });
  }

  /** A thing that is made when it is missed, and that no memory may have had room for since. */
  orLoaded<Value>(missing: Missing<Value>): Value | Missing<Value> {
    // Border: what was loaded for a place is what its `Missing` has loaded.
    return (this.#loaded?.get(missing.place) as Value | undefined) ?? missing;
  }

  /** Loads the thing that a decision missed. */
  async load({ place, load }: Missing): Promise<void> {
    const value = await load();
    this.#loaded ??= new Map();
    this.#loaded.set(place, value);
  }

  #find<Value>(question: Question<Value>): Value | Missing {
    const found = this.#recall<Value>(question);
    return found === undefined ? new Missing(question.place, () => this.#facts.read(question)) : found;
  }

  #recall<Value>(where: FactPlace): Value | undefined {
    // Border: only one question is asked about a place.
    const loaded = this.#loaded?.get(where.place) as Value | undefined;
    return loaded === undefined ? this.#facts.recall<Value>(where) : loaded;
  }
}

async function readSession(db: Queryable, tokenHash: string): Promise<KnownSession | null> {
  const found = await findSession(db, tokenHash);
  if (found === undefined) return null;
  const { session, key } = found;
  return { principal: toSessionPrincipal(key, session), lastUsedAtMs: key.lastUsedAtMs, session };
}

function orNull<Value>(found: Value | undefined): Value | null {
  return found ?? null;
}

/** Approximate bytes of a row. Texts are held in one or two bytes for each character. */
function bytesOf(row: object | null): number {
  return row === null ? NOTHING_BYTES : NOTHING_BYTES + 2 * JSON.stringify(row).length;
}
