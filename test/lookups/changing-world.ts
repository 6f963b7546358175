import { type LookupRow, listLookups, updateLookup } from '../../src/adapters/store/lookup-store.ts';
import { wait } from '../../src/base/wait.ts';
import { SeededRandom } from '../../src/services/demo/random.ts';
import { advanceLookup, sweepLookup } from '../../src/services/lookups/advance-lookup.ts';
import { beginLookup } from '../../src/services/lookups/begin-lookup.ts';
import { LookupBuilder } from '../../src/services/lookups/lookup-builder.ts';
import { retireLookup } from '../../src/services/lookups/retire-lookup.ts';
import { foldNow, foldStep } from '../fixtures/fold-now.ts';
import { EVENT_NAMES, generateWorld } from '../oracle/generate-world.ts';
import { NARROWED_SUBJECTS } from './narrowed-statements.ts';
import type { Sent, WorldHost } from './world-host.ts';

/** Values that a generated world does not have under `os`. */
const ODD_VALUES = [
  42,
  -0,
  1e21,
  'ünï ✓',
  'x'.repeat(300),
  '"',
  'a\nb',
  [],
  [42],
  { in: 'Mac' },
  'null',
  false,
];

const DAY_MS = 86_400_000;
/** Small, so that a lookup takes many steps. */
const STEP_ROWS = 40;

/** A project whose events, persons and lookups change at random. Each change has ended when it resolves. */
export class ChangingWorld {
  readonly #random: SeededRandom;
  readonly #host: WorldHost;
  readonly #unsent: Sent[];
  readonly #sent: Sent[] = [];
  readonly #changes: Readonly<Record<string, () => Promise<void>>>;
  /** Names of changes, those that are to come more often several times. */
  readonly #weighted: readonly string[];
  readonly nowMs: number;

  private constructor(host: WorldHost, seed: number) {
    const { world, sent } = generateWorld(seed, true);
    this.#host = host;
    this.#random = new SeededRandom(seed);
    this.#unsent = sent.map((event) => this.#withOddValue(event));
    this.nowMs = world.nowMs;
    const own = host.ownChanges({
      random: this.#random,
      nextEvents: () => this.#nextEvents(),
      buildAgain: () => this.#buildAgain(),
      fold: () => foldNow(this.services, 1),
      person: () => this.#person(),
      eventName: () => this.#random.pick(EVENT_NAMES),
    });
    this.#changes = { ...this.#commonChanges, ...own };
    this.#weighted = [...OFTEN, ...Object.keys(this.#changes)];
  }

  /** A world with some events, all in ready lookups. */
  static async open(host: WorldHost, seed: number): Promise<ChangingWorld> {
    const world = new ChangingWorld(host, seed);
    await host.begin(world.nowMs);
    await host.send(world.#nextEvents());
    for (const subject of NARROWED_SUBJECTS) await beginLookup(world.services, 1, subject);
    await world.#build();
    return world;
  }

  get services(): WorldHost['services'] {
    return this.#host.services;
  }

  close(): Promise<void> {
    return this.#host.close();
  }

  /** Makes one change. @returns what it was */
  async change(): Promise<string> {
    const name = this.#random.pick(this.#weighted);
    await this.#changes[name]?.();
    return name;
  }

  get #commonChanges(): Readonly<Record<string, () => Promise<void>>> {
    return {
      capture: () => this.#host.send(this.#nextEvents()),
      merge: () => this.#merge(),
      fold: () => foldNow(this.services, 1),
      'step of a fold': async () => void (await foldStep(this.services, 1)),
      'deletion of a person': () => this.#host.deletePerson(this.#person()),
      'deletion of events': () => this.#host.deleteEvents(this.#random.pick(EVENT_NAMES)),
      'begin of a lookup': async () => {
        await beginLookup(this.services, 1, this.#random.pick(NARROWED_SUBJECTS));
      },
      'lookup that is built again': () => this.#unbuild(),
      'step of building': () => this.#stepLookups(),
      building: () => this.#build(),
      'end of a lookup': () => this.#changeLookup((lookup) => retireLookup(this.services, lookup)),
    };
  }

  #merge(): Promise<void> {
    const event = this.#random.pick(['$merge_dangerously', '$create_alias']);
    const properties = { alias: this.#person() };
    return this.#host.send([{ event, distinct_id: this.#person(), properties }]);
  }

  async #changeLookup(change: (lookup: LookupRow) => Promise<void>): Promise<void> {
    const lookups = await listLookups(this.services.database.query, [1]);
    if (lookups.length > 0) await change(this.#random.pick(lookups));
  }

  #unbuild(): Promise<void> {
    return this.#changeLookup((lookup) => {
      // What it has before that time a crash may have left. It does not cover more than before.
      const someUs = (this.nowMs - this.#random.between(0, 45) * DAY_MS) * 1000;
      const coveredFromUs = Math.max(lookup.coveredFromUs, someUs);
      return updateLookup(this.services.database.query, lookup, { state: 'building', coveredFromUs });
    });
  }

  async #buildAgain(): Promise<void> {
    await this.#unbuild();
    await this.#build();
  }

  #build(): Promise<void> {
    return new LookupBuilder({ ...this.services, wait }, { pollMs: 1_000, stepRows: STEP_ROWS }).look();
  }

  /** Lets each lookup that is built take one step. */
  async #stepLookups(): Promise<void> {
    const services = { ...this.services, wait };
    for (const lookup of await listLookups(this.services.database.query, [1])) {
      if ((await sweepLookup(services, lookup)) === 'done') await advanceLookup(services, lookup, STEP_ROWS);
    }
  }

  #nextEvents(): readonly Sent[] {
    const next = this.#unsent.splice(0, this.#random.between(5, 60));
    this.#sent.push(...next);
    // When all are sent, one comes again: an empty batch is refused.
    const isRepeating = next.length === 0 || this.#random.chance(0.3);
    return isRepeating ? [...next, this.#random.pick(this.#sent)] : next;
  }

  #person(): string {
    return `person-${this.#random.between(0, 12)}`;
  }

  #withOddValue(event: Sent): Sent {
    if (!this.#random.chance(0.1)) return event;
    const properties = event['properties'] as object;
    return { ...event, properties: { ...properties, os: this.#random.pick(ODD_VALUES) } };
  }
}

/** What comes more often than other changes, by how much. */
const OFTEN = [
  'capture',
  'capture',
  'merge',
  'begin of a lookup',
  'lookup that is built again',
  'step of building',
  'step of building',
  'building',
] as const;
