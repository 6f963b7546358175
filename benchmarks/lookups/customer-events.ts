import type { Engine } from '../../src/adapters/engine/engine.ts';

/** Customers of a project. The first has a twelfth of all events, the last a third of the mean. */
const CUSTOMERS = 2_000;
/** The customer that is asked for: it has about this many events, whatever the size of the project. */
const ORDINARY_ROWS = 1_500;
export const ORDINARY = 'customer-ordinary';
export const LARGEST = 'customer-0';

/** The events lie in this many days before the first moment of that day. */
export const END_DAY = '2026-07-01';
const DAYS = 180;

const COMMAND = { timeoutMs: 3_600_000 } as const;

/** Which events are made: equal numbers are equal events, so a project grows by the numbers behind its last. */
export interface CustomerEvents {
  readonly from: number;
  readonly count: number;
  /** Among this many first events lie those of the ordinary customer. */
  readonly ordinaryAmong: number;
  /** The projects that have the events in turns, beginning with the first; default: project 1 has all. */
  readonly projects?: { readonly first: number; readonly count: number };
}

/** Has the engine write events of customers with 14 properties, and their ids, as if they had been captured. */
export async function fillCustomerEvents(engine: Engine, events: CustomerEvents): Promise<void> {
  await engine.command(insertEvents(events), {}, COMMAND);
  await engine.command(
    `INSERT INTO app.event_ids (project_id, uuid, source)
      SELECT ${projectId(events)}, ${UUID}, 0 FROM numbers(${events.from}, ${events.count})`,
    {},
    COMMAND,
  );
}

/** Ids that grow with time, as captured ones mostly do. */
const UUID = `reinterpretAsUUID(concat(reinterpretAsFixedString(number), reinterpretAsFixedString(cityHash64(number, 'uuid'))))`;

function projectId({ projects = { first: 1, count: 1 } }: CustomerEvents): string {
  return `toUInt64(${projects.first} + number % ${projects.count})`;
}

function insertEvents(events: CustomerEvents): string {
  const { from, count, ordinaryAmong } = events;
  const every = Math.max(1, Math.floor(ordinaryAmong / ORDINARY_ROWS));
  return `INSERT INTO app.events
    (project_id, uuid, event, distinct_id, person_id, timestamp, created_at, properties, person_mode)
    WITH
      if(number < ${ordinaryAmong} AND number % ${every} = 0, '${ORDINARY}',
        concat('customer-', toString(${skewed(CUSTOMERS, 'customer', 3)}))) AS customer,
      concat(customer, '-user-', toString(${skewed(60, 'user', 2)})) AS user,
      toDateTime64('${END_DAY} 00:00:00', 6, 'UTC')
        - toIntervalMicrosecond(1 + toInt64(${share('time')} * ${DAYS} * 86400000000.)) AS at
    SELECT ${projectId(events)}, ${UUID}, ${pick(EVENT_NAMES, 'event')}, user, reinterpretAsUUID(MD5(user)), at, at,
      concat('{', ${PROPERTIES.map(([key, value]) => `'"${key}":', ${value}`).join(", ',', ")}, '}'), 'full'
    FROM numbers(${from}, ${count})`;
}

const EVENT_NAMES = ['api_call', 'api_call', 'api_call', 'api_call', 'api_call', 'login', 'export', 'error'];

const FEATURES = 30;

/** Keys and the JSON of their values. */
const PROPERTIES: readonly (readonly [key: string, json: string])[] = [
  ['customer_id', quoted('customer')],
  ['feature', quoted(`concat('feature-', toString(${skewed(FEATURES, 'feature', 2)}))`)],
  ['units', whole(1_000, 'units')],
  ['latency_ms', whole(2_000, 'latency')],
  ['tokens_in', whole(8_000, 'in')],
  ['tokens_out', whole(2_000, 'out')],
  ['status', `toString(${pick([200, 200, 200, 200, 200, 200, 429, 500], 'status')})`],
  ['plan', quoted(pick(['free', 'pro', 'pro', 'team'], 'plan'))],
  ['region', quoted(pick(['eu-west', 'us-east', 'us-west', 'ap-south', 'sa-east'], 'region'))],
  ['model', quoted(pick(['small', 'small', 'medium', 'large'], 'model'))],
  ['path', quoted(`concat('/v1/projects/', toString(${skewed(500, 'path', 1)}), '/items')`)],
  ['sdk', quoted(pick(['node 4.2.0', 'python 3.9.1', 'go 1.7.0'], 'sdk'))],
  ['request_id', quoted(`hex(cityHash64(number, 'request'))`)],
  ['is_trial', `if(${share('trial')} < 0.1, 'true', 'false')`],
];

/** A number from 0 to 1 that depends on the number of the event and on nothing else. */
function share(salt: string): string {
  return `(cityHash64(number, '${salt}') / 18446744073709551616)`;
}

/** A whole number below the limit; the higher the power, the more of them are small. */
function skewed(limit: number, salt: string, power: number): string {
  return `toUInt32(floor(pow(${share(salt)}, ${power}) * ${limit}))`;
}

function whole(limit: number, salt: string): string {
  return `toString(${skewed(limit, salt, 1)})`;
}

function pick(list: readonly (string | number)[], salt: string): string {
  const elements = list.map((each) => (typeof each === 'number' ? each : `'${each}'`)).join(', ');
  return `arrayElement([${elements}], 1 + ${skewed(list.length, salt, 1)})`;
}

function quoted(text: string): string {
  return `concat('"', ${text}, '"')`;
}
