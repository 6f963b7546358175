import { FairPlaces } from '../../../base/fair-places.ts';
import { type LaneConnections, laneConnections } from '../clickhouse-http.ts';
import { type Lane, laneOf } from '../engine.ts';
import { engineRefusal } from '../engine-error.ts';
import { KILL_STATEMENT } from '../statements/session-statements.ts';
import type { FrontRequest } from './front-request.ts';

/** Most requests of a lane that wait, in all and of one project. Their callers leave when they have no more time. */
const WAITING = { waiting: 1_024, waitingForOne: 256 };

/**
 * The places of an engine that several services share: each lane has as many as a service has connections to an engine
 * of its own, so that all services together run no more at once than the one would. Projects take turns.
 */
export class FrontGates {
  readonly #lanes: Readonly<Record<Lane, FairPlaces<string>>>;
  /** Ends the wait of queries, by their ids. */
  readonly #waiting = new Map<string, AbortController>();

  constructor(places: { readonly read: number; readonly long: number }) {
    const connections: LaneConnections = laneConnections(places);
    const gate = (lane: Lane) => new FairPlaces<string>({ places: connections[lane], ...WAITING });
    this.#lanes = {
      read: gate('read'),
      long: gate('long'),
      lookup: gate('lookup'),
      write: gate('write'),
      bulk: gate('bulk'),
      control: gate('control'),
    };
  }

  /**
   * Runs `work` in a place of the lane of its request. What stops queries never waits, and also ends the wait of one.
   * @throws EngineException TOO_MANY_SIMULTANEOUS_QUERIES when too many wait, or the reason why it was left or stopped
   */
  async within(request: FrontRequest, gone: AbortSignal, work: () => Promise<void>): Promise<void> {
    if (request.sql === KILL_STATEMENT) {
      this.#waiting.get(request.parameters['run_id'] ?? '')?.abort(STOPPED);
      return await work();
    }
    const places = this.#lanes[laneOfRequest(request)];
    await this.#enter(places, request, gone);
    try {
      await work();
    } finally {
      places.leave();
    }
  }

  async #enter(
    places: FairPlaces<string>,
    { queryId, database }: FrontRequest,
    gone: AbortSignal,
  ): Promise<void> {
    if (queryId === undefined) return await places.enter(database, () => TOO_MANY, gone);
    const stopped = new AbortController();
    this.#waiting.set(queryId, stopped);
    try {
      await places.enter(database, () => TOO_MANY, AbortSignal.any([gone, stopped.signal]));
    } finally {
      if (this.#waiting.get(queryId) === stopped) this.#waiting.delete(queryId);
    }
  }
}

const STOPPED = engineRefusal('QUERY_WAS_CANCELLED', 'The query was stopped');
const TOO_MANY = engineRefusal('TOO_MANY_SIMULTANEOUS_QUERIES', 'Too many statements wait for a place');

/** Queries of runs and long ones are told apart by what they are, since whoever sends them may not choose. */
function laneOfRequest({ user, lane, settings }: FrontRequest): Lane {
  if (user === 'reader') return laneOf(Number(settings['priority'] ?? 0));
  return lane ?? 'write';
}
