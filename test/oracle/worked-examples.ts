import type { OracleEvent, OraclePerson, World } from './model.ts';

// The world of the examples worked by hand: four people, seventeen events of June 2024, and the day each person began.

const PEOPLE: Readonly<Record<string, string>> = {
  ann: '2024-06-03T12:00:00Z',
  bob: '2024-06-06T10:00:00Z',
  cat: '2024-06-08T00:30:00Z',
  dan: '2024-05-20T12:00:00Z',
};

const ROWS: readonly (readonly [string, string, string, Readonly<Record<string, unknown>>?])[] = [
  ['ann', 'view', '05T09:00:00', { os: 'Mac' }],
  ['dan', 'view', '05T23:59:59', { os: '' }],
  ['ann', 'view', '06T09:00:00', { os: 'Mac' }],
  ['ann', 'signup', '06T09:30:00'],
  ['bob', 'view', '06T10:00:00', { os: 'Win' }],
  ['bob', 'view', '06T10:05:00', { os: 'Win' }],
  ['ann', 'view', '07T11:00:00', { os: 'Mac' }],
  ['ann', 'buy', '07T12:00:00', { amount: 20 }],
  ['cat', 'view', '08T00:30:00'],
  ['cat', 'buy', '08T01:00:00', { amount: '15.5' }],
  ['cat', 'signup', '08T02:00:00'],
  ['bob', 'signup', '08T10:00:00'],
  ['bob', 'view', '09T23:30:00', { os: 'Win' }],
  ['ann', 'view', '10T08:00:00', { os: 'Mac' }],
  ['dan', 'view', '11T09:00:00', { os: 'Linux' }],
  ['dan', 'signup', '11T10:00:00'],
  ['dan', 'buy', '12T09:00:00', { amount: 'n/a' }],
];

export interface WorkedEvent {
  readonly uuid: string;
  readonly event: string;
  readonly distinct_id: string;
  readonly timestamp: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The events as the capture API takes them, the two `created` events included. */
const WORKED_EVENTS: readonly WorkedEvent[] = [
  { event: 'created', distinct_id: 'dan', timestamp: '2024-05-20T12:00:00Z', properties: {} },
  { event: 'created', distinct_id: 'ann', timestamp: '2024-06-03T12:00:00Z', properties: {} },
  ...ROWS.map(([who, event, time, properties]) => ({
    event,
    distinct_id: who,
    timestamp: `2024-06-${time}Z`,
    properties: properties ?? {},
  })),
].map((event, at) => ({ uuid: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`, ...event }));

/** The same as the plain-loop evaluator sees it; `now` is long after the last event. */
export function workedWorld(timezone = 'UTC', weekStartDay: 0 | 1 = 0): World {
  const people = new Map<string, OraclePerson>(
    Object.entries(PEOPLE).map(([id, createdAt]) => [
      id,
      { id, createdAtMs: Date.parse(createdAt), properties: {} },
    ]),
  );
  const events = WORKED_EVENTS.map((event): OracleEvent => {
    const person = people.get(event.distinct_id);
    if (person === undefined) throw new Error(`nobody is called ${event.distinct_id}`);
    return {
      uuid: event.uuid,
      event: event.event,
      timestampMs: Date.parse(event.timestamp),
      distinctId: event.distinct_id,
      person,
      properties: event.properties,
      sessionId: '',
      groups: ['', '', '', '', ''],
    };
  });
  return {
    events,
    project: { timezone, weekStartDay, testAccountFilters: [], groups: [] },
    nowMs: Date.parse('2024-07-01T12:00:00Z'),
  };
}
