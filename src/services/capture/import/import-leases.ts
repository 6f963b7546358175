import type { Database } from '../../../adapters/store/database.ts';
import { holdImport, type ImportTerms, releaseImport } from '../../../adapters/store/import-lease-store.ts';
import type { ImportKey } from '../../../adapters/store/import-store.ts';
import { stopwatchMs } from '../../../base/clock.ts';
import type { Observe } from '../../../base/observation.ts';
import { wait } from '../../../base/wait.ts';

/** Silence of a service after which another one goes on with its imports. */
const LEASE_MS = 30_000;

interface LeaseServices {
  readonly database: Pick<Database, 'query' | 'peers'>;
  readonly observe: Observe;
  readonly replica: string;
}

/** What the holder of an import hears while it runs. */
export interface HeldImport {
  /** Aborted when another service has the import, or may have it. */
  readonly lost: AbortSignal;
  /** Aborted when the owner of the import has stopped it, through whichever service. */
  readonly stopped: AbortSignal;
}

/** Keeps each import for one of the services that share a store. Where there is one, it has all. */
export class ImportLeases {
  readonly #services: LeaseServices;
  readonly #terms: ImportTerms;

  constructor(services: LeaseServices, leaseMs = LEASE_MS) {
    this.#services = services;
    this.#terms = { owner: services.replica, leaseMs };
  }

  /** Does `work` while this service has the import. False when another one has it; nothing is done then. */
  async hold(key: ImportKey, work: (held: HeldImport) => Promise<void>): Promise<boolean> {
    const { database } = this.#services;
    const [lost, stopped] = [new AbortController(), new AbortController()];
    const held = { lost: lost.signal, stopped: stopped.signal };
    if (database.peers === undefined) {
      await work(held);
      return true;
    }
    if ((await holdImport(database.query, key, this.#terms)) === undefined) return false;
    const ended = new AbortController();
    const renewing = this.#renew(key, { lost, stopped, ended: ended.signal });
    try {
      await work(held);
    } finally {
      ended.abort();
      await renewing;
      if (!lost.signal.aborted) await this.#release(key);
    }
    return true;
  }

  async #renew(key: ImportKey, { lost, stopped, ended }: Renewal): Promise<void> {
    const { database } = this.#services;
    const { leaseMs } = this.#terms;
    for (let renewedMs = stopwatchMs(); ; ) {
      await wait(leaseMs / 3, ended);
      if (ended.aborted) return;
      const askedMs = stopwatchMs();
      try {
        const kept = await holdImport(database.query, key, this.#terms);
        if (kept === undefined) return lost.abort();
        if (kept.outcome !== null) stopped.abort();
        renewedMs = askedMs;
      } catch {
        // The work itself tells of a store that is away.
        if (stopwatchMs() - renewedMs >= leaseMs) return lost.abort();
      }
    }
  }

  async #release(key: ImportKey): Promise<void> {
    const { database, observe } = this.#services;
    await releaseImport(database.query, key, this.#terms.owner).catch((error: unknown) => {
      observe({ kind: 'failure', where: 'import', error });
    });
  }
}

interface Renewal {
  readonly lost: AbortController;
  readonly stopped: AbortController;
  readonly ended: AbortSignal;
}
