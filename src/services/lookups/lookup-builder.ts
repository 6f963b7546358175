import { findDueLookups, type LookupRow } from '../../adapters/store/lookup-store.ts';
import { Rounds } from '../../base/rounds.ts';
import { turnOfProject } from '../admission/choose-next.ts';
import { type Advance, advanceLookup, REST_MS, sweepLookup } from './advance-lookup.ts';
import type { LookupServices, LookupSettings } from './lookup-services.ts';

/** Others get the lane and the lock between two steps; a step that found somebody else at work waits longer. */
const PAUSES_MS: Readonly<Record<Exclude<Advance, 'done'>, number>> = { more: 50, later: 500 };

/**
 * Builds lookups behind the answers, from the newest events to the oldest, and takes away those that are retired. The
 * store says how far each has come, so that a process that dies at any moment loses one step.
 */
export class LookupBuilder {
  readonly #services: LookupServices;
  readonly #stepRows: number;
  readonly #rounds: Rounds;

  constructor(services: LookupServices, { pollMs, stepRows }: LookupSettings) {
    this.#services = services;
    this.#stepRows = stepRows;
    const { observe, wait } = services;
    this.#rounds = new Rounds({ observe, wait, where: 'build lookups', pauseMs: pollMs });
  }

  start(): void {
    this.#rounds.start(() => this.look());
  }

  /** Resolves when the running step has ended. */
  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /**
   * Builds every lookup that is to be built to its end, and takes away those that are to go; one process at a time.
   */
  async look(): Promise<void> {
    if ((await this.#findDue()).length === 0) return;
    await this.#services.database.alone('build lookups', async () => {
      // A failure with one must not keep the others waiting; the next round tries it again, from its sweeping on.
      for (const lookup of await this.#findDue()) await this.#rounds.guard(() => this.#finish(lookup));
    });
  }

  #findDue(): Promise<readonly LookupRow[]> {
    const { database, clock } = this.#services;
    return findDueLookups(database.query, clock.nowMs() - REST_MS);
  }

  async #finish(lookup: LookupRow): Promise<void> {
    await this.#repeat(lookup, () => sweepLookup(this.#services, lookup));
    await this.#repeat(lookup, () => advanceLookup(this.#services, lookup, this.#stepRows));
  }

  /** Takes steps, each in a turn of the lane, until there are no more. */
  async #repeat({ projectId }: LookupRow, step: () => Promise<Advance>): Promise<void> {
    const { upkeepLane, wait } = this.#services;
    const { signal } = this.#rounds;
    for (;;) {
      signal.throwIfAborted();
      const next = await upkeepLane.run(turnOfProject(projectId), { signal }, step);
      if (next === 'done') return;
      await wait(PAUSES_MS[next], signal);
    }
  }
}
