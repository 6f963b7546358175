import type { RunObservation } from '../../base/observation.ts';
import { type KeyUsageTally, placeOf } from '../store/key-usage-store.ts';
import {
  durationClass,
  HOUR_MS,
  MINUTE_MS,
  type UsageCounts,
  type UsageTally,
} from '../store/usage-store.ts';

type Mutable<T> = { -readonly [Member in keyof T]: T[Member] };

const NOTHING: UsageCounts = { runs: 0, errors: 0, hits: 0, rows: 0, rowsRead: 0, bytesRead: 0 };

/**
 * Adds up every run in memory, by endpoint, minute and duration, and by endpoint, hour, key, version and source of the
 * answer; an addition costs about a microsecond.
 */
export class UsageTallies {
  readonly #byEndpoint = new Map<string, Map<number, Mutable<UsageTally>>>();
  readonly #byKey = new Map<string, Mutable<KeyUsageTally>>();

  add(run: RunObservation, endpointId: string): void {
    count(run, this.#tallyOf(run, endpointId));
    if (run.keyId !== undefined) count(run, this.#keyTallyOf(run, endpointId, run.keyId));
  }

  /** The sums so far: by minute, and the same sums by hour. */
  list(): readonly UsageTally[] {
    const byMinute = [...this.#byEndpoint.values()].flatMap((tallies) => [...tallies.values()]);
    return [...byMinute, ...byMinute.map(inItsHour)];
  }

  /** The same runs by hour, key, version and source. */
  listByKey(): readonly KeyUsageTally[] {
    return [...this.#byKey.values()];
  }

  #keyTallyOf(
    { projectId, startedAtMs, version = 0, source, errorCode }: RunObservation,
    endpointId: string,
    keyId: string,
  ): Mutable<KeyUsageTally> {
    const startMs = Math.floor(startedAtMs / HOUR_MS) * HOUR_MS;
    const servedFrom = errorCode === undefined ? (source ?? '') : '';
    const place = { endpointId, keyId, version, servedFrom, startMs } as const;
    const name = placeOf(place);
    const known = this.#byKey.get(name);
    if (known !== undefined) return known;
    const added = { projectId, ...place, ...NOTHING };
    this.#byKey.set(name, added);
    return added;
  }

  #tallyOf({ projectId, startedAtMs, durationMs }: RunObservation, endpointId: string): Mutable<UsageTally> {
    const minute = Math.floor(startedAtMs / MINUTE_MS);
    const classNumber = durationClass(durationMs);
    // Duration classes lie in -73..200, so 1024 keeps the minutes apart.
    const place = minute * 1024 + classNumber;
    const tallies = this.#byEndpoint.get(endpointId) ?? new Map<number, Mutable<UsageTally>>();
    this.#byEndpoint.set(endpointId, tallies);
    const known = tallies.get(place);
    if (known !== undefined) return known;
    const startMs = minute * MINUTE_MS;
    const added = {
      projectId,
      endpointId,
      spanMs: MINUTE_MS,
      startMs,
      durationClass: classNumber,
      ...NOTHING,
    };
    tallies.set(place, added);
    return added;
  }
}

function inItsHour(tally: UsageTally): UsageTally {
  return { ...tally, spanMs: HOUR_MS, startMs: Math.floor(tally.startMs / HOUR_MS) * HOUR_MS };
}

/** Adds a run to the sums that it belongs to. */
function count(run: RunObservation, tally: Mutable<UsageCounts>): void {
  tally.runs += 1;
  if (run.errorCode !== undefined) tally.errors += 1;
  else if (run.cacheState === 'hit' || run.cacheState === 'stale') tally.hits += 1;
  tally.rows += run.rows ?? 0;
  tally.rowsRead += run.rowsRead ?? 0;
  tally.bytesRead += run.bytesRead ?? 0;
}
