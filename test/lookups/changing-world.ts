import { expect } from 'vitest';
import { type LookupRow, listLookups, updateLookup } from '../../src/adapters/store/lookup-store.ts';
import { newUuid } from '../../src/base/ids.ts';
import { wait } from '../../src/base/wait.ts';
import { SeededRandom } from '../../src/services/demo/random.ts';
import { advanceLookup, sweepLookup } from '../../src/services/lookups/advance-lookup.ts';
import { beginLookup } from '../../src/services/lookups/begin-lookup.ts';
import { LookupBuilder } from '../../src/services/lookups/lookup-builder.ts';
import { retireLookup } from '../../src/services/lookups/retire-lookup.ts';
import { foldNow, foldStep } from '../fixtures/fold-now.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { EVENT_NAMES, generateWorld } from '../oracle/generate-world.ts';
import { NARROWED_SUBJECTS } from './narrowed-statements.ts';

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

/** A machine may be slow. */
const SETTINGS = { captureWaitMs: 300_000 } as const;
const DAY_MS = 86_400_000;
const PATIENT = { timeout: 60_000, interval: 50 };
/** Small, so that a lookup takes many steps. */
const STEP_ROWS = 40;

type Sent = Readonly<Record<string, unknown>>;

/** A project whose events, persons and lookups change at random. Each change has ended when it resolves. */
export class ChangingWorld {
  readonly #random: SeededRandom;
  readonly #captureToken: string;
  #service: TestService;
  readonly #unsent: Sent[];
  readonly #sent: Sent[] = [];
  readonly #imports: string[] = [];
  readonly nowMs: number;

  private constructor(service: TestService, seed: number) {
    const { world, sent } = generateWorld(seed, true);
    this.#service = service;
    this.#captureToken = service.captureToken;
    this.#random = new SeededRandom(seed);
    this.#unsent = sent.map((event) => this.#withOddValue(event));
    this.nowMs = world.nowMs;
  }

  /** A world with some events, all in ready lookups. */
  static async open(seed: number): Promise<ChangingWorld> {
    const world = new ChangingWorld(await startTestService(SETTINGS), seed);
    await world.#begin();
    await world.#changes.capture();
    for (const subject of NARROWED_SUBJECTS) await beginLookup(world.services, 1, subject);
    await world.#changes.building();
    return world;
  }

  get services(): TestService['services'] {
    return this.#service.services;
  }

  close(): Promise<void> {
    return this.#service.close();
  }

  /** Makes one change. @returns what it was */
  async change(): Promise<string> {
    const name = this.#random.pick(WEIGHTED);
    await this.#changes[name]();
    return name;
  }

  readonly #changes: Readonly<Record<Change, () => Promise<void>>> = {
    capture: () => this.#send(this.#nextEvents()),
    'capture and kill of the engine': () => this.#captureThroughKill(),
    merge: () =>
      this.#send([
        {
          event: this.#random.pick(['$merge_dangerously', '$create_alias']),
          distinct_id: this.#person(),
          properties: { alias: this.#person() },
        },
      ]),
    fold: () => foldNow(this.services, 1),
    'step of a fold': async () => void (await foldStep(this.services, 1)),
    'deletion of a person': async () => {
      const { status, text } = await this.#service.call('DELETE', `persons/${this.#person()}`);
      expect([204, 404], text).toContain(status);
    },
    'deletion of events': async () => {
      const body = { event: this.#random.pick(EVENT_NAMES), wait: true };
      const { status, text } = await this.#service.call('POST', 'events/delete/', { body });
      expect(status, text).toBeLessThan(300);
    },
    import: () => this.#import(),
    'undoing an import': () => this.#undoImport(),
    'begin of a lookup': async () => {
      await beginLookup(this.services, 1, this.#random.pick(NARROWED_SUBJECTS));
    },
    'lookup that is built again': () =>
      this.#changeLookup((lookup) => {
        // What it has before that time a crash may have left. It does not cover more than before.
        const someUs = (this.nowMs - this.#random.between(0, 45) * DAY_MS) * 1000;
        const coveredFromUs = Math.max(lookup.coveredFromUs, someUs);
        return updateLookup(this.services.database.query, lookup, { state: 'building', coveredFromUs });
      }),
    'step of building': () => this.#stepLookups(),
    building: () =>
      new LookupBuilder({ ...this.services, wait }, { pollMs: 1_000, stepRows: STEP_ROWS }).look(),
    'end of a lookup': () => this.#changeLookup((lookup) => retireLookup(this.services, lookup)),
    restart: () => this.#restart(),
  };

  async #changeLookup(change: (lookup: LookupRow) => Promise<void>): Promise<void> {
    const lookups = await listLookups(this.services.database.query, [1]);
    if (lookups.length > 0) await change(this.#random.pick(lookups));
  }

  /**
   * Nothing builds lookups and folds persons but the changes. The lease of a fold tells processes apart, so that two
   * folders in one process would take each other's tables away.
   */
  async #begin(): Promise<void> {
    await this.services.personFolder.close();
    await this.services.lookupBuilder.stop();
    this.#service.setNow(new Date(this.nowMs).toISOString());
  }

  async #restart(): Promise<void> {
    const { dataDir, rootKey } = this.#service;
    await this.#service.close({ keepData: true });
    this.#service = await startTestService({ ...SETTINGS, dataDir, rootKey });
    await this.#begin();
  }

  /** Resolves when queries see the events. */
  async #send(batch: readonly Sent[]): Promise<void> {
    const body = { api_key: this.#captureToken, batch };
    const { status, text } = await this.#service.call('POST', '/batch?wait=true', { body, key: null });
    if (status !== 200) throw new Error(text);
  }

  #nextEvents(): readonly Sent[] {
    const next = this.#unsent.splice(0, this.#random.between(5, 60));
    this.#sent.push(...next);
    // When all are sent, one comes again: an empty batch is refused.
    const isRepeating = next.length === 0 || this.#random.chance(0.3);
    return isRepeating ? [...next, this.#random.pick(this.#sent)] : next;
  }

  /** What is not accepted is sent again, as a client does. */
  async #captureThroughKill(): Promise<void> {
    const batch = this.#nextEvents();
    const sending = this.#send(batch).catch(() => undefined);
    await wait(this.#random.between(0, 30));
    process.kill(this.services.engine.processId() ?? 0, 'SIGKILL');
    await sending;
    await expect
      .poll(
        () =>
          this.#send(batch).then(
            () => true,
            () => false,
          ),
        PATIENT,
      )
      .toBe(true);
  }

  async #import(): Promise<void> {
    const rows = this.#nextEvents().map((event) => JSON.stringify({ ...event, uuid: newUuid() }));
    const made = await this.#service.call('POST', 'imports/?wait=true', {
      body: rows.join('\n'),
      headers: { 'content-type': 'application/octet-stream' },
    });
    if (rows.length === 0) return;
    expect(made.status, made.text).toBeLessThan(300);
    this.#imports.push(made.json.id);
  }

  async #undoImport(): Promise<void> {
    const id = this.#imports.pop();
    if (id === undefined) return;
    const { json, text } = await this.#service.call('DELETE', `imports/${id}`);
    expect(json.deletion, text).toBeDefined();
    const path = `events/delete/${json.deletion.id}`;
    await expect
      .poll(async () => (await this.#service.call('GET', path)).json.state, PATIENT)
      .toBe('completed');
  }

  /** Lets each lookup that is built take one step. */
  async #stepLookups(): Promise<void> {
    const services = { ...this.services, wait };
    for (const lookup of await listLookups(this.services.database.query, [1])) {
      if ((await sweepLookup(services, lookup)) === 'done') await advanceLookup(services, lookup, STEP_ROWS);
    }
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

const WEIGHTED = [
  'capture',
  'capture',
  'capture',
  'capture and kill of the engine',
  'merge',
  'merge',
  'fold',
  'step of a fold',
  'deletion of a person',
  'deletion of events',
  'import',
  'undoing an import',
  'begin of a lookup',
  'begin of a lookup',
  'lookup that is built again',
  'lookup that is built again',
  'step of building',
  'step of building',
  'step of building',
  'building',
  'building',
  'end of a lookup',
  'restart',
] as const;

type Change = (typeof WEIGHTED)[number];
