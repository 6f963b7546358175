import type { EngineParameters } from '../../../../base/engine-parameter.ts';

/**
 * Pieces of SQL over `raw`, a row of a file as the text of a JSON object, from which formats build events. Names that a
 * user chose are parameters and never text.
 */

/** What a format makes of a row: SQL expressions of texts. */
export interface RowSql {
  readonly event: string;
  readonly distinctId: string;
  /** Any time that `timeText` gives, or that capture can read. */
  readonly timestamp: string;
  /** A text that tells this event from all other events of the source. */
  readonly insertId: string;
  /** Texts of JSON objects. */
  readonly properties: string;
  /** Text of a JSON object; absent = the format has none. */
  readonly personProperties?: string;
  readonly parameters?: EngineParameters;
}

/** The member at a path, as text: `memberText('user', 'id')`. Numbers become digits, what is absent or null ''. */
export function memberText(...path: readonly string[]): string {
  const raw = memberJson(...path);
  return `multiIf(${raw} = '' OR ${raw} = 'null', '', startsWith(${raw}, '"'), JSONExtractString(raw, ${quoted(path)}), ${raw})`;
}

/** The member at a path as JSON text; '' when absent. */
export function memberJson(...path: readonly string[]): string {
  return `JSONExtractRaw(raw, ${quoted(path)})`;
}

/** The object at a path as JSON text, without some members; `{}` when there is none. */
export function objectJson(path: readonly string[], without: readonly string[] = []): string {
  return objectOf(membersOf(path, without));
}

/** Members of the object at a path as a list of (name, JSON text). */
export function membersOf(path: readonly string[], without: readonly string[] = []): string {
  const members = `JSONExtractKeysAndValuesRaw(raw${path.map((name) => `, '${name}'`).join('')})`;
  return without.length === 0 ? members : `arrayFilter(m -> m.1 NOT IN (${quoted(without)}), ${members})`;
}

/** The text of an object with these members: a list of (name, JSON text). */
export function objectOf(members: string): string {
  return `concat('{', arrayStringConcat(arrayMap(m -> concat(toJSONString(m.1), ':', m.2), ${members}), ','), '}')`;
}

/** One member if its JSON text is neither absent nor null nor empty, as a list for `objectOf`. */
export function optionalMember(name: string, json: string): string {
  return `if(${json} IN ('', 'null', '""', '{}'), [], [('${name}', ${json})])`;
}

/** Lists of members as one. */
export function allMembers(...lists: readonly string[]): string {
  return `arrayConcat(CAST([], 'Array(Tuple(String, String))'), ${lists.join(', ')})`;
}

/** The first text that is not empty. */
export function firstText(...texts: readonly string[]): string {
  return texts.length === 1
    ? String(texts[0])
    : `coalesce(${texts.map((text) => `nullIf(${text}, '')`).join(', ')}, '')`;
}

/** `1748772000.5` seconds → ISO 8601. Branches that are not taken are computed too, so no text may fail here. */
function isoOf(text: string, digitsToMicroseconds: number): string {
  const parts = `splitByChar('.', ${text})`;
  const fraction = `rightPad(substring(arrayElement(${parts}, 2), 1, ${digitsToMicroseconds}), ${digitsToMicroseconds}, '0')`;
  const micro = digitsToMicroseconds === 0 ? text : `concat(arrayElement(${parts}, 1), ${fraction})`;
  const inRange = `greatest(least(toInt64OrZero(${micro}), ${Date.UTC(2200, 0, 1) * 1000}), 0)`;
  return `formatDateTime(fromUnixTimestamp64Micro(${inRange}, 'UTC'), '%Y-%m-%dT%H:%i:%S.%fZ')`;
}

/** A time as ISO 8601: of seconds, milliseconds or microseconds since 1970, told by their digits, else as it is. */
export function timeText(text: string): string {
  return `multiIf(
    match(${text}, '^\\\\d{9,10}(\\\\.\\\\d+)?$'), ${isoOf(text, 6)},
    match(${text}, '^\\\\d{12,13}(\\\\.\\\\d+)?$'), ${isoOf(text, 3)},
    match(${text}, '^\\\\d{15,16}$'), ${isoOf(text, 0)},
    match(${text}, '^\\\\d{4}-\\\\d\\\\d-\\\\d\\\\d[T ]\\\\d\\\\d:\\\\d\\\\d:\\\\d\\\\d(\\\\.\\\\d{1,6})?$'), concat(${text}, 'Z'),
    ${text})`;
}

/** `3/4/2025 5:30:15.25 PM +02:00`: two numbers, the year, hour, minute, second, fraction, half of the day, zone. */
const ORDERED =
  '^(\\\\d{1,2})[./-](\\\\d{1,2})[./-](\\\\d{4})(?:[T ,]+(\\\\d{1,2}):(\\\\d\\\\d)(?::(\\\\d\\\\d)([.]\\\\d{1,6})?)? ?([AaPp][Mm])? ?(Z|[+-]\\\\d\\\\d:?\\\\d\\\\d)?)?$';

/** A date that names its day or its month first, as ISO 8601; any other text as it is. */
export function orderedDate(text: string, order: 'day_first' | 'month_first' | undefined): string {
  if (order === undefined) return text;
  const [day, month] = order === 'day_first' ? [1, 2] : [2, 1];
  const two = (number: string): string => `leftPad(${number}, 2, '0')`;
  const half = `lower(g[8])`;
  // Twelve o'clock is the hour 0 of its half.
  const hour = `if(${half} = '', g[4], toString(toUInt8OrZero(g[4]) % 12 + if(${half} = 'pm', 12, 0)))`;
  const time = `if(g[4] = '', '', concat('T', ${two(hour)}, ':', g[5], ':', if(g[6] = '', '00', g[6]), g[7], g[9]))`;
  const iso = `concat(g[3], '-', ${two(`g[${month}]`)}, '-', ${two(`g[${day}]`)}, ${time})`;
  return `arrayMap(t -> if(match(t, '${ORDERED}'),
    arrayMap(g -> ${iso}, [extractGroups(t, '${ORDERED}')])[1], t), [${text}])[1]`;
}

/** Namespace of the ids that are derived from insert ids. */
const NAMESPACE = '5f0d7a9c1f6b5d3e9a4442f1c07be2d6';

/**
 * The row as an event in the form of an export. The id is the UUIDv5 of `source` and the insert id, so that a second
 * import finds the event.
 */
export function eventJson(source: string, row: RowSql): string {
  const hash = `hex(SHA1(concat(unhex('${NAMESPACE}'), '${source} ', ${row.insertId})))`;
  const uuid = `lower(concat(substring(h, 1, 8), '-', substring(h, 9, 4), '-5', substring(h, 14, 3), '-',
    substring('89AB', bitAnd(position('0123456789ABCDEF', substring(h, 17, 1)) - 1, 3) + 1, 1),
    substring(h, 18, 3), '-', substring(h, 21, 12)))`;
  const person =
    row.personProperties === undefined ? `''` : `concat(',"person_properties":', ${row.personProperties})`;
  return `concat('{"uuid":"', arrayMap(h -> ${uuid}, [${hash}])[1],
    '","event":', toJSONString(${row.event}), ',"distinct_id":', toJSONString(${row.distinctId}),
    ',"timestamp":', toJSONString(${row.timestamp}), ',"properties":', ${row.properties}, ${person}, '}')`;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}
