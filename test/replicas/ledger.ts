import type { DeployedProject, newEvents } from './sent-events.ts';

export interface Batch {
  readonly project: DeployedProject;
  readonly events: ReturnType<typeof newEvents>;
}

/** What of the events of a project must be there in the end, must be gone, or may be either. */
export interface ExpectedEvents {
  readonly kept: ReadonlySet<string>;
  readonly gone: ReadonlySet<string>;
  readonly sent: ReadonlySet<string>;
}

/** Every batch that was sent, whether a service acknowledged it, and every deletion that one acknowledged. */
export class Ledger {
  readonly #sent: Batch[] = [];
  readonly #acknowledged: Batch[] = [];
  /** Events that a deletion means: true when it was acknowledged after them, false while nobody can tell. */
  readonly #deleted = new Map<string, boolean>();
  deletions = 0;

  sent(batch: Batch): void {
    this.#sent.push(batch);
  }

  acknowledged(batch: Batch): void {
    this.#acknowledged.push(batch);
  }

  get batches(): number {
    return this.#acknowledged.length;
  }

  /** A deletion of events is asked for, and nobody knows whether it will be done. */
  askedToDelete(batches: readonly Batch[]): void {
    for (const { uuid } of eventsOf(batches)) this.#deleted.set(uuid, false);
  }

  /** A service has acknowledged that the events are gone, or go. */
  deletedAll(batches: readonly Batch[]): void {
    this.deletions += 1;
    for (const { uuid } of eventsOf(batches)) this.#deleted.set(uuid, true);
  }

  expectedOf({ id }: DeployedProject): ExpectedEvents {
    const idsOf = (batches: readonly Batch[]) =>
      eventsOf(batches.filter(({ project }) => project.id === id)).map(({ uuid }) => uuid);
    const sent = new Set(idsOf(this.#sent));
    return {
      sent,
      kept: new Set(idsOf(this.#acknowledged).filter((uuid) => !this.#deleted.has(uuid))),
      gone: new Set([...sent].filter((uuid) => this.#deleted.get(uuid) === true)),
    };
  }
}

function eventsOf(batches: readonly Batch[]): Batch['events'] {
  return batches.flatMap(({ events }) => events);
}
