import type { KyselyPlugin, QueryId } from 'kysely';
import type { ObjectStore } from '../../src/adapters/objects/object-store.ts';
import type { Database, Queryable } from '../../src/adapters/store/database.ts';
import type { Wait } from '../../src/base/wait.ts';
import type { RandomSource } from '../fixtures/random-source.ts';

/** What a build and the sweep do with the object store. */
export type SimulatedObjects = Pick<ObjectStore, 'put' | 'list' | 'delete'>;

/** After one in so many statements a process pauses. */
const LINGER = 4;
const MOST_LINGER_MS = 300;

/** What a process of the simulation shares with the others. */
export interface SharedWorld {
  readonly database: Database;
  readonly objects: SimulatedObjects;
  readonly random: RandomSource;
  readonly wait: Wait;
  /** Looks at what a transaction is about to commit. */
  readonly committing: (transaction: Queryable) => Promise<void>;
}

/**
 * One process that may die at any await: at a statement, before or after a commit, while it waits or writes an object.
 * What it began does not go on, what it committed stays. Once dead, nothing that it does has an effect any more.
 */
export class MortalProcess {
  /** One in so many steps is the last one; 0 = none. */
  deadliness: number;
  readonly database: Database;
  readonly objects: SimulatedObjects;
  readonly #world: SharedWorld;
  #isDead = false;

  constructor(world: SharedWorld, deadliness: number) {
    this.#world = world;
    this.deadliness = deadliness;
    const { database } = world;
    const plugin = this.#plugin();
    const transaction: Database['transaction'] = async (work) => {
      await this.#linger();
      const result = await database.transaction(async (inner) => {
        const done = await work(inner.withPlugin(plugin));
        await world.committing(inner);
        return done;
      });
      await this.#linger();
      return result;
    };
    this.database = {
      query: database.query.withPlugin(plugin),
      reading: database.reading.withPlugin(plugin),
      catalog: database.catalog,
      transaction,
      alone: (name, work) => database.alone(name, work),
      close: async () => {},
    };
    this.objects = this.#objectStore();
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  die(): void {
    this.#isDead = true;
  }

  /** @throws when the process is dead or dies here */
  step(): void {
    if (!this.#isDead && this.deadliness > 0 && this.#world.random.oneIn(this.deadliness)) this.die();
    if (this.#isDead) throw new Error('the process is dead');
  }

  readonly wait: Wait = async (ms, signal) => {
    await this.#world.wait(ms, signal);
    if (this.#isDead) await new Promise(() => {});
  };

  /** Lets others go on for a moment now and then, as a busy machine does. */
  async #linger(): Promise<void> {
    const { random, wait } = this.#world;
    if (random.oneIn(LINGER)) await wait(random.below(MOST_LINGER_MS));
    this.step();
  }

  #plugin(): KyselyPlugin {
    const known = new WeakSet<QueryId>();
    return {
      transformQuery: ({ node, queryId }) => {
        // A node passes twice when it is compiled before it is executed.
        if (!known.has(queryId)) this.step();
        known.add(queryId);
        return node;
      },
      transformResult: async ({ result }) => {
        await this.#linger();
        return result;
      },
    };
  }

  #objectStore(): SimulatedObjects {
    const { objects } = this.#world;
    return {
      put: async (key, body) => {
        this.step();
        await objects.put(key, body);
        this.step();
      },
      list: async (prefix) => {
        this.step();
        return objects.list(prefix);
      },
      delete: async (key) => {
        this.step();
        await objects.delete(key);
      },
    };
  }
}
