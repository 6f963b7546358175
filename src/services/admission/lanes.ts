import type { Shares } from './choose-next.ts';
import { Lane, type LaneLimits } from './lane.ts';

/** How many places there are. */
export interface PlaceCounts {
  /** Places for the queries of runs; where there are two or more, a project leaves one to the others. */
  readonly reads: Shares;
  /** Places for streams and exports. */
  readonly streams: number;
  readonly builds: number;
  /** Most waiters in each lane. */
  readonly waiting: number;
  /** Absent where no other service has the engine. */
  readonly sharing?: EngineSharing;
}

/** How services share the places of an engine. Those of a project and of a key are divided. */
export interface EngineSharing {
  /** Services that are alive, this one included. */
  readonly liveServices: () => number;
  /** True for an engine that counts its places for all services; else those in all are divided too. */
  readonly isCountedThere: () => boolean;
}

/** Two imports of different projects run at the same time, because reading the file of one may take minutes. */
const IMPORTS = 2;

/**
 * The places of everything that works at the engine. Each kind of work has places of its own, so that no kind keeps
 * another out. Within a kind, projects take turns, and within a project its keys do. Past saturation only admission
 * helps; a longer queue does not. Short statements that the program sends for itself take no place.
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
  /** Deletions of events, one of each project at a time. Their steps take places of other lanes. */
  readonly deletion: Lane;
  /** Work behind the answers: folding, promotion, and removing the data of deleted projects. */
  readonly upkeep: Lane;

  constructor({ reads, streams, builds, waiting, sharing }: PlaceCounts) {
    const lane = (places: Shares): Lane => new Lane({ places, waiting: waitingShares(waiting) });
    const ofCallers = (places: Shares): Lane =>
      sharing === undefined ? lane(places) : new Lane(dividedLimits(places, waitingShares(waiting), sharing));
    this.read = ofCallers(leavingOne(reads));
    this.stream = ofCallers(sharesOf(streams));
    this.build = lane(buildShares(builds));
    this.import = lane({ all: IMPORTS, ofGroup: 1, ofMember: 1 });
    this.deletion = new Lane({ ...ONE_AT_A_TIME, places: { ...ONE_AT_A_TIME.places, all: ANY } });
    this.upkeep = new Lane(ONE_AT_A_TIME);
  }
}

/** The same shares, but no project has all places; a single place is everybody's in turn. */
function leavingOne(shares: Shares): Shares {
  const most = shares.all - 1;
  if (most < 1) return shares;
  return { ...shares, ofGroup: Math.min(shares.ofGroup, most), ofMember: Math.min(shares.ofMember, most) };
}

/** A project has at most three quarters, a key at most half, each at least one. */
function sharesOf(all: number): Shares {
  return { all, ofGroup: atLeastOne((all * 3) / 4), ofMember: atLeastOne(all / 2) };
}

/** Shares of places for builds. Builds have no keys, so a project is its own single member. */
export function buildShares(all: number): Shares {
  const { ofGroup } = sharesOf(all);
  return { all, ofGroup, ofMember: ofGroup };
}

/** Shares of the queue, where waiting costs little: half for a project, a quarter for a key. */
function waitingShares(all: number): Shares {
  return { all, ofGroup: atLeastOne(all / 2), ofMember: atLeastOne(all / 4) };
}

/**
 * A project, and a key, has its part of its places in each service. Rounded up, so that all parts together may be some
 * more, and none is 0.
 */
function dividedLimits(
  places: Shares,
  waiting: Shares,
  { liveServices, isCountedThere }: EngineSharing,
): LaneLimits {
  const part = (most: number): number => Math.ceil(most / Math.max(1, liveServices()));
  return {
    waiting,
    get places() {
      const all = isCountedThere() ? places.all : part(places.all);
      return { all, ofGroup: part(places.ofGroup), ofMember: part(places.ofMember) };
    },
  };
}

function atLeastOne(places: number): number {
  return Math.max(1, Math.floor(places));
}

const ANY = Number.POSITIVE_INFINITY;

/**
 * One place and an unbounded queue. Its length is bounded by its users: one capture, and for each project one deletion
 * and few imports.
 */
export const ONE_AT_A_TIME: LaneLimits = {
  places: { all: 1, ofGroup: 1, ofMember: 1 },
  waiting: { all: ANY, ofGroup: ANY, ofMember: ANY },
};
