import { stopwatchMs } from '../../base/clock.ts';
import { Lane } from '../admission/lane.ts';
import { ONE_AT_A_TIME } from '../admission/lanes.ts';
import type { SharedLanes, WantedLanes } from './shared-lanes.ts';
import { OWN_LEASE, type WriteLease } from './write-lease.ts';

/** Capture of one lane, where these are several. */
interface LaneWriter {
  readonly lane: number;
  readonly lanes: number;
}

/**
 * Who writes events: capture (for all projects), or other work on one project. A backup keeps everybody from writing.
 */
type Writer = 'capture' | 'backup' | LaneWriter | number;

/** A holder goes on with more work for that long, where others may wait for it whom this process does not see. */
const SHARED_TURN_MS = 1_000;

/**
 * Lets one writer at a time decide which events are new: from the question for known events until the new ones are
 * recorded, nobody else may write events. Capture has every other turn; the projects take turns for the rest. Where
 * several services write into one engine, the one whose turn it is also needs the lease of the lane.
 */
export class WriteLeases {
  readonly #turns = new Lane(ONE_AT_A_TIME);
  readonly #shared: SharedLanes | null;
  #rest: ((lease: WriteLease) => Promise<void>) | null = null;
  #heldSinceMs = 0;

  /** @param shared null where no other process writes into the engine */
  constructor(shared: SharedLanes | null = null) {
    this.#shared = shared;
  }

  /** True when somebody waits for the lock, or may. */
  get isWanted(): boolean {
    if (this.#turns.waiting > 0) return true;
    return this.#shared !== null && stopwatchMs() - this.#heldSinceMs > SHARED_TURN_MS;
  }

  /** How many lanes there are. */
  async lanes(): Promise<number> {
    return this.#shared === null ? 1 : this.#shared.count();
  }

  /** Runs `work` when its turn comes, after the rest that a failed holder has left. */
  async hold<T>(writer: Writer, work: (lease: WriteLease) => Promise<T>): Promise<T> {
    const turn =
      writer === 'capture' || typeof writer === 'object'
        ? { group: 'capture', member: 'capture' }
        : { group: 'others', member: String(writer) };
    return this.#turns.run(turn, {}, async () => {
      const inTurn = async (lease: WriteLease): Promise<T> => {
        this.#heldSinceMs = stopwatchMs();
        await this.#finishRest(lease);
        return work(lease);
      };
      return this.#shared === null ? inTurn(OWN_LEASE) : this.#shared.hold(wantedBy(writer), inTurn);
    });
  }

  /**
   * Call it as a holder that fails after it has begun to insert. Nobody else may write before `rest` has succeeded; it
   * may be tried several times.
   */
  leave(rest: (lease: WriteLease) => Promise<void>): void {
    // A failed holder of a lease leaves word in the store: whoever comes next completes what is written down there.
    if (this.#shared === null) this.#rest = rest;
  }

  /** Nobody waits for a lease any more. */
  close(): void {
    this.#shared?.close();
  }

  async #finishRest(lease: WriteLease): Promise<void> {
    await this.#rest?.(lease);
    this.#rest = null;
  }
}

function wantedBy(writer: Writer): WantedLanes {
  if (typeof writer === 'number') return { kind: 'project', projectId: writer };
  if (typeof writer === 'object') return { kind: 'lane', ...writer };
  return writer === 'backup' ? { kind: 'all' } : { kind: 'lane', lane: 0, lanes: 1 };
}
