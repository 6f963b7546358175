import type { Database } from '../../adapters/store/database.ts';
import { countLiveReplicas, reportReplica } from '../../adapters/store/replica-store.ts';
import type { Observe } from '../../base/observation.ts';
import { Rounds } from '../../base/rounds.ts';
import type { Wait } from '../../base/wait.ts';

export interface ReplicaServices {
  readonly database: Pick<Database, 'query' | 'peers'>;
  readonly observe: Observe;
  readonly wait: Wait;
  /** The name of this replica. */
  readonly replica: string;
  readonly captureWriter: { readonly waitingBytes: number };
}

export interface ReplicaSettings {
  readonly version: string;
  /** Time between two reports. */
  readonly pollMs: number;
}

/** Says in the store that this service is there, and knows how many others are. Nothing is said on SQLite. */
export class Replicas {
  readonly #services: ReplicaServices;
  readonly #version: string;
  readonly #rounds: Rounds;
  #live = 1;

  constructor(services: ReplicaServices, { version, pollMs }: ReplicaSettings) {
    this.#services = services;
    this.#version = version;
    const { observe, wait } = services;
    this.#rounds = new Rounds({ observe, wait, where: 'report the replica', pauseMs: pollMs });
  }

  /** Services that were there at the last look, this one too. Stays while the store is away. */
  liveReplicas(): number {
    return this.#live;
  }

  start(): void {
    if (this.#services.database.peers !== undefined) this.#rounds.start(() => this.#report());
  }

  /** Resolves when the running report has ended. */
  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  async #report(): Promise<void> {
    const { database, replica: name, captureWriter } = this.#services;
    const report = { name, version: this.#version, spoolBytes: captureWriter.waitingBytes };
    await reportReplica(database.query, report);
    this.#live = Math.max(1, await countLiveReplicas(database.query));
  }
}
