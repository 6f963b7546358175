import {
  addPromotedColumns,
  dropPromotedColumns,
  fillPromotedColumns,
  isPlain,
  isRewriting,
  markPromotedColumns,
  type PromotedColumn,
  readPromotedColumns,
  shareExpression,
} from '../../adapters/engine/statements/promoted-columns.ts';
import type { PromotionObservation } from '../../base/observation.ts';
import { Rounds } from '../../base/rounds.ts';
import type { PromotedColumns } from '../../query/plan.ts';
import type { Turn } from '../admission/choose-next.ts';
import { choosePromotions } from './choose-promotions.ts';
import type { PromoteServices, PromotionSettings } from './promote-services.ts';
import { readPromotionFacts } from './promotion-facts.ts';

/** The turn in the lane; columns belong to all projects. */
const ALL_PROJECTS: Turn = { group: 'promotion', member: 'promotion' };

const NONE: PromotedColumns = { events: new Map(), revision: '' };

/**
 * Gives columns to properties of events that saved endpoints or many queries read, and takes columns back. The table of
 * the engine is the list of the columns. Every statement may be repeated, so a crash at any moment only delays the work
 * until the next look. Of processes that share an engine one chooses at a time, and all read the table at each look.
 */
export class PropertyPromoter {
  readonly #services: PromoteServices;
  readonly #settings: PromotionSettings;
  #current = NONE;
  readonly #rounds: Rounds;

  constructor(services: PromoteServices, settings: PromotionSettings) {
    this.#services = services;
    this.#settings = settings;
    const { observe, wait } = services;
    this.#rounds = new Rounds({ observe, wait, where: 'promote properties', pauseMs: settings.pollMs });
  }

  /** The columns that queries use; another object whenever the columns change. */
  get current(): PromotedColumns {
    return this.#current;
  }

  /** Learns which columns the table has. Call it before the first query; after a failure the loop tries again. */
  async open(): Promise<void> {
    await this.#rounds.guard(() => this.#learn());
  }

  start(): void {
    this.#rounds.start(() => this.look(), this.#settings.pollMs);
  }

  /** Looks soon, because an endpoint was saved. */
  wake(): void {
    this.#rounds.wake();
  }

  /** Resolves when the running step has ended. The engine goes on writing columns that it has begun. */
  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** Chooses once, and does what is to be done now. */
  async look(): Promise<void> {
    const { signal } = this.#rounds;
    const { upkeepLane, database } = this.#services;
    await this.#rounds.guard(async () => {
      if (signal.aborted) return;
      // Not in the lane, where it may wait for longer than a column that another process has retired stays.
      const columns = await this.#learn();
      if (columns.length === 0 && this.#settings.mostColumns === 0) return;
      await upkeepLane.run(ALL_PROJECTS, { signal }, () => database.alone('promote', () => this.#look()));
    });
  }

  async #look(): Promise<void> {
    const { engine, clock } = this.#services;
    const nowMs = clock.nowMs();
    const columns = await this.#learn();
    const choice = choosePromotions(await readPromotionFacts(this.#services, this.#settings, columns));
    // This process stops using the columns first. Other processes read the comment of a column and stop long before it
    // is dropped.
    this.#publish(columns.filter((column) => !choice.retired.includes(column)));
    await this.#change('retired', choice.retired, (gone) => markPromotedColumns(engine, gone, nowMs));
    await this.#change('dropped', choice.dropped, (gone) => dropPromotedColumns(engine, gone));
    await this.#change('revived', choice.revived, (back) => markPromotedColumns(engine, back, null));
    const promoted = choice.promoted.map((property) => ({ property }));
    await this.#change('promoted', promoted, () => addPromotedColumns(engine, choice.promoted));
    await this.#fill(await this.#learn());
  }

  /** Has columns written for older rows. When all columns are, inserts compute them from one parse. */
  async #fill(columns: readonly PromotedColumn[]): Promise<void> {
    const { engine } = this.#services;
    const empty = columns.filter(({ isFilled, retiredAtMs }) => !isFilled && retiredAtMs === null);
    if (empty.length > 0) {
      if (await isRewriting(engine)) return;
      await this.#change('filled', empty, (some) => fillPromotedColumns(engine, some));
      return;
    }
    const filled = columns.filter(({ isFilled, property }) => isFilled && isPlain(property));
    if (filled.length < 2 || filled.every(({ isShared }) => isShared)) return;
    await this.#change('shared', filled, (all) => shareExpression(engine, all));
  }

  /** Reads the columns of the table. After a failure no columns are used, because an unknown table may lack them. */
  async #learn(): Promise<readonly PromotedColumn[]> {
    try {
      const columns = await readPromotedColumns(this.#services.engine);
      this.#publish(columns);
      return columns;
    } catch (error) {
      this.#publish([]);
      throw error;
    }
  }

  #publish(columns: readonly PromotedColumn[]): void {
    const used = columns.filter(({ retiredAtMs }) => retiredAtMs === null);
    const revision = used.map(({ column }) => column).join(' ');
    if (revision === this.#current.revision) return;
    this.#current = { events: new Map(used.map(({ property, column }) => [property, column])), revision };
  }

  /** Changes columns and reports the change; does nothing for an empty list. */
  async #change<Column extends Pick<PromotedColumn, 'property'>>(
    outcome: PromotionObservation['outcome'],
    columns: readonly Column[],
    work: (columns: readonly Column[]) => Promise<void>,
  ): Promise<void> {
    if (columns.length === 0) return;
    await work(columns);
    const properties = columns.map(({ property }) => property);
    this.#services.observe({ kind: 'promotion', outcome, properties });
  }
}
