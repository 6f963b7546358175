import type { Shares } from './choose-next.ts';
import { Lane, type LaneLimits } from './lane.ts';

/** How many places there are. */
export interface PlaceCounts {
  /** Of runs. */
  readonly reads: Shares;
  /** Of streams and exports. */
  readonly streams: number;
  readonly builds: number;
  /** How many may wait in each lane. */
  readonly waiting: number;
}

/** Imports of two projects go on at once: the file of one may take minutes to be read. */
const IMPORTS = 2;

/**
 * The places of everything that works at the engine. Each kind of work has places of its own, so that none keeps
 * another out; in each, projects take turns and in a project its keys. Past saturation only admission helps; a longer
 * queue does not. Statements of a moment, which the program asks for itself, take no place.
 */
export class Lanes {
  /** Runs, one place for each query. */
  readonly read: Lane;
  /** Streams and exports, which are read as slowly as their callers like. */
  readonly stream: Lane;
  /** Steps of builds and of their proofs. */
  readonly build: Lane;
  /** Steps of imports. */
  readonly import: Lane;
  /** What goes on behind the answers: folding, promotion, what deleted projects leave. */
  readonly upkeep: Lane;

  constructor({ reads, streams, builds, waiting }: PlaceCounts) {
    const lane = (places: Shares): Lane => new Lane({ places, waiting: waitingShares(waiting) });
    this.read = lane(reads);
    this.stream = lane(sharesOf(streams));
    this.build = lane(buildShares(builds));
    this.import = lane({ all: IMPORTS, ofGroup: 1, ofMember: 1 });
    this.upkeep = new Lane(ONE_AT_A_TIME);
  }
}

/** A project has at most three quarters, a key at most half, each at least one. */
function sharesOf(all: number): Shares {
  return { all, ofGroup: atLeastOne((all * 3) / 4), ofMember: atLeastOne(all / 2) };
}

/** Builds have no keys. */
export function buildShares(all: number): Shares {
  const { ofGroup } = sharesOf(all);
  return { all, ofGroup, ofMember: ofGroup };
}

/** Who waits takes little: half of the queue for a project, a quarter for a key. */
function waitingShares(all: number): Shares {
  return { all, ofGroup: atLeastOne(all / 2), ofMember: atLeastOne(all / 4) };
}

function atLeastOne(places: number): number {
  return Math.max(1, Math.floor(places));
}

const ANY = Number.POSITIVE_INFINITY;

/** The queue is bounded by those who wait in it: one capture, and of each project one deletion and few imports. */
export const ONE_AT_A_TIME: LaneLimits = {
  places: { all: 1, ofGroup: 1, ofMember: 1 },
  waiting: { all: ANY, ofGroup: ANY, ofMember: ANY },
};
