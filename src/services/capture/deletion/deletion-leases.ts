import { deletionLeaseName, type EventDeletionKey } from '../../../adapters/store/event-deletion-store.ts';
import type { LeaseBook } from '../../../adapters/store/lease-book.ts';
import { stopwatchMs } from '../../../base/clock.ts';
import { newRandomUuid } from '../../../base/ids.ts';
import { HeldLease, LEASE_TIMES, type LeaseTimes } from '../../leases/held-lease.ts';
import { OWN_LEASE, type WriteLease } from '../../leases/write-lease.ts';
import type { DeletionServices } from './deletion-services.ts';

/** Keeps each deletion of events for one of the services that share an engine. Where there is one, it has all. */
export class DeletionLeases {
  readonly #book: LeaseBook | undefined;
  readonly #owner: string;
  readonly #times: LeaseTimes;

  constructor(
    { engine, database, replica }: Pick<DeletionServices, 'engine' | 'database' | 'replica'>,
    times = LEASE_TIMES,
  ) {
    this.#book = engine.isShared ? database.leases : undefined;
    this.#owner = replica;
    this.#times = times;
  }

  /**
   * Does `work` while this service has the deletion. False when another one has it, or is gone and its lease has not
   * ended yet; nothing is done then.
   */
  async hold(key: EventDeletionKey, work: (lease: WriteLease) => Promise<void>): Promise<boolean> {
    const book = this.#book;
    if (book === undefined) {
      await work(OWN_LEASE);
      return true;
    }
    const named = { name: deletionLeaseName(key), token: newRandomUuid() };
    const askedAtMs = stopwatchMs();
    const taken = await book.take({ ...named, owner: this.#owner, termMs: this.#times.termMs });
    if (taken.kind === 'held') return false;
    const { expiresAtMs } = taken;
    const lease = new HeldLease(book, this.#times, { key: named, askedAtMs, expiresAtMs });
    try {
      await work(lease);
    } finally {
      lease.end();
      // One that cannot be given back ends on time.
      await book.giveBack(named, null).catch(() => undefined);
    }
    return true;
  }
}
