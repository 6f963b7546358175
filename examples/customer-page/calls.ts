import { CUSTOMERS } from './customers.ts';

/** A call of the parcel API as an event. */
export interface CallEvent {
  readonly uuid: string;
  readonly event: 'api call';
  readonly distinct_id: string;
  readonly timestamp: string;
  readonly properties: { readonly organization: string; readonly method: string; readonly status: number };
}

const DAY_MS = 86_400_000;
const DAYS = 56;
const METHODS = ['create parcel', 'track parcel', 'quote', 'cancel', 'print label'];

/** Eight weeks of calls that end at `nowMs`: more of them for later customers and on working days. */
export function madeUpCalls(nowMs: number): readonly CallEvent[] {
  const random = randomNumbers(7);
  return CUSTOMERS.flatMap(({ user, organization }, place) =>
    Array.from({ length: DAYS }, (_, day) => {
      const startMs = nowMs - (day + 1) * DAY_MS;
      const isWeekend = [0, 6].includes(new Date(startMs).getUTCDay());
      const count = Math.round((4 + 5 * place) * (isWeekend ? 0.3 : 1) * (1 + random()));
      return Array.from({ length: count }, (): CallEvent => {
        const method = METHODS[Math.floor(random() ** 2 * (METHODS.length - place))] ?? 'quote';
        const timestamp = new Date(startMs + Math.floor(random() * DAY_MS)).toISOString();
        const status = random() < 0.04 * (place + 1) ? 500 : 200;
        const properties = { organization, method, status };
        return { uuid: crypto.randomUUID(), event: 'api call', distinct_id: user, timestamp, properties };
      });
    }).flat(),
  );
}

/** The same numbers for the same seed, 0 up to 1 (a linear congruential generator). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
