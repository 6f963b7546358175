import type { RunObservation } from '../../base/observation.ts';
import { durationClass, HOUR_MS, MINUTE_MS, type UsageTally } from '../store/usage-store.ts';

type Mutable<T> = { -readonly [Member in keyof T]: T[Member] };

/** Adds up every run by endpoint, minute and duration in memory; an addition costs less than a microsecond. */
export class UsageTallies {
  readonly #byEndpoint = new Map<string, Map<number, Mutable<UsageTally>>>();

  add(run: RunObservation, endpointId: string): void {
    const tally = this.#tallyOf(run, endpointId);
    tally.runs += 1;
    if (run.errorCode !== undefined) tally.errors += 1;
    else if (run.cacheState === 'hit' || run.cacheState === 'stale') tally.hits += 1;
    tally.rows += run.rows ?? 0;
    tally.rowsRead += run.rowsRead ?? 0;
    tally.bytesRead += run.bytesRead ?? 0;
  }

  /** The sums so far: by minute, and the same sums by hour. */
  list(): readonly UsageTally[] {
    const byMinute = [...this.#byEndpoint.values()].flatMap((tallies) => [...tallies.values()]);
    return [...byMinute, ...byMinute.map(inItsHour)];
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
    const counts = { runs: 0, errors: 0, hits: 0, rows: 0, rowsRead: 0, bytesRead: 0 };
    const added = {
      projectId,
      endpointId,
      spanMs: MINUTE_MS,
      startMs,
      durationClass: classNumber,
      ...counts,
    };
    tallies.set(place, added);
    return added;
  }
}

function inItsHour(tally: UsageTally): UsageTally {
  return { ...tally, spanMs: HOUR_MS, startMs: Math.floor(tally.startMs / HOUR_MS) * HOUR_MS };
}
