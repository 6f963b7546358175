import type { Engine } from '../../src/adapters/engine/engine.ts';

const PERSONS = 200_000;
/** One person has this share of all events: 100,000 of ten million. */
const BUSY_SHARE = 100;
const COMMAND = { timeoutMs: 3_600_000 } as const;

/** First day of the events and, by default, number of days. */
export const FIRST_DAY = '2026-01-01';
export const LAST_DAY = '2026-03-31';
const DAYS = 90;

/**
 * Fills the engine's tables for project 1 with generated events of 90 days, their persons and some merges of persons.
 * The same count gives the same rows. Event names are skewed (`view` is half of all), as are the values of properties:
 * `browser` and `plan` have 5 and 3, `page` about 20,000, `amount` is a number. Person 0 has one event in a hundred.
 * @param count number of events
 */
export async function fillInsightEvents(engine: Engine, count: number): Promise<void> {
  await engine.ensureProject(1);
  await engine.command(insertPersons(), {}, COMMAND);
  await engine.command(insertOverrides(), {}, COMMAND);
  await engine.command(insertEvents(count), {}, COMMAND);
  // Merges in the background would disturb the measurement.
  await engine.command('OPTIMIZE TABLE app.events FINAL', {}, COMMAND);
}

/** The id of a person, from its number. */
function personId(number: string): string {
  return `reinterpretAsUUID(concat(reinterpretAsFixedString(cityHash64(${number}, 'low')), reinterpretAsFixedString(cityHash64(${number}, 'high'))))`;
}

/** A number from 0 to 1 that depends on the row and on nothing else. */
function share(salt: string): string {
  return `(cityHash64(number, '${salt}') / 18446744073709551616)`;
}

/** The element of a list at a share of 0 to 1. */
function pick(list: readonly string[], at: string): string {
  return `arrayElement([${list.map((text) => `'${text}'`).join(', ')}], 1 + toUInt32(floor(${at} * ${list.length})))`;
}

function insertEvents(count: number): string {
  const names = [
    ...Array.from({ length: 10 }, () => 'view'),
    ...['click', 'click', 'click', 'click', '$pageview', '$pageview', 'search', 'search', 'signup', 'buy'],
  ];
  const skewed = (values: number, salt: string) => `toUInt32(floor(pow(${share(salt)}, 3) * ${values}))`;
  return `INSERT INTO app.events (project_id, uuid, event, distinct_id, person_id, timestamp, created_at, properties, session_id, person_mode)
    WITH
      if(cityHash64(number, 'busy') % ${BUSY_SHARE} = 0, 0, 1 + ${skewed(PERSONS - 1, 'person')}) AS person,
      toDateTime64('${FIRST_DAY} 00:00:00', 6, 'UTC') + toIntervalMicrosecond(toInt64(${share('time')} * ${DAYS} * 86400000000.)) AS at
    SELECT 1, reinterpretAsUUID(concat(reinterpretAsFixedString(number), reinterpretAsFixedString(cityHash64(number, 'uuid')))),
      ${pick(names, share('event'))}, concat('user-', toString(person)), ${personId('person')}, at, at,
      concat('{"$current_url":"https://example.com/', toString(${skewed(300, 'url')}), '","browser":"',
        ${pick(['Chrome', 'Chrome', 'Chrome', 'Safari', 'Safari', 'Firefox', 'Edge', 'Opera'], share('browser'))},
        '","plan":"', ${pick(['free', 'free', 'free', 'free', 'pro', 'pro', 'team'], share('plan'))},
        '","page":"/articles/', toString(${skewed(20_000, 'page')}), '","amount":',
        toString(toUInt32(${share('amount')} * 1000) / 4), ',"is_paid":', if(${share('paid')} < 0.3, 'true', 'false'), '}'),
      concat(toString(person), '-', toString(toDate(at))), 'full'
    FROM numbers(${count})`;
}

function insertPersons(): string {
  return `INSERT INTO app.persons (project_id, id, created_at, properties, is_identified, is_deleted, version)
    SELECT 1, ${personId('number')}, toDateTime64('2025-12-01 00:00:00', 6, 'UTC') + toIntervalMinute(cityHash64(number, 'created') % 172800),
      concat('{"level":', toString(number % 10), '}'), true, 0, 1 FROM numbers(${PERSONS})`;
}

/** Every hundredth person was merged into the one after it. */
function insertOverrides(): string {
  return `INSERT INTO app.person_overrides (project_id, old_person_id, person_id, is_deleted, version)
    SELECT 1, ${personId('number * 100 + 1')}, ${personId('number * 100 + 2')}, 0, 1 FROM numbers(${PERSONS / 100})`;
}
