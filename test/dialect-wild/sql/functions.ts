import type { SqlCase } from '../cases.ts';
import { named, number, sum, tally } from '../loops.ts';

// Literals in, and what ClickHouse's documentation says comes out; nothing here was taken from a run.

const one = (name: string, expression: string, ...values: readonly unknown[]): SqlCase => ({
  name,
  sql: `SELECT ${expression}`,
  expected: { rows: [values] },
});

const shop = named('purchase');
const HELLO = "'Hello, World!'";
/** The four spellings of a function that looks for a text. */
const SPELLINGS = ['', 'CaseInsensitive', 'UTF8', 'CaseInsensitiveUTF8'];
const anyCase = (spelling: string) => spelling.startsWith('CaseInsensitive');

export const searches: readonly SqlCase[] = [
  one('hasToken finds a word', "hasToken('a quick fox', 'quick'), hasToken('a quickest fox', 'quick')", 1, 0),
  one('hasTokenCaseInsensitive', "hasTokenCaseInsensitive('A Quick fox', 'qUICK')", 1),
  one(
    'hasTokenOrNull takes no words with blanks',
    "hasTokenOrNull('a b', 'a b'), hasTokenOrNull('a b', 'b')",
    null,
    1,
  ),
  one(
    'hasTokenCaseInsensitiveOrNull',
    "hasTokenCaseInsensitiveOrNull('A b', 'a'), hasTokenCaseInsensitiveOrNull('A b', 'a,b')",
    1,
    null,
  ),
  one(
    'hasAnyTokens',
    "hasAnyTokens('red green', ['blue', 'green']), hasAnyTokens('red green', ['blue'])",
    1,
    0,
  ),
  one(
    'hasAllTokens',
    "hasAllTokens('red green', ['red', 'green']), hasAllTokens('red green', ['red', 'blue'])",
    1,
    0,
  ),
  one('hasSubsequence', "hasSubsequence('garbage', 'arg'), hasSubsequence('garbage', 'gra')", 1, 1),
  one('hasSubsequence needs the order', "hasSubsequence('abc', 'cb')", 0),
  one('hasSubsequenceCaseInsensitive', "hasSubsequenceCaseInsensitive('GarBage', 'ARG')", 1),
  one('hasSubsequenceUTF8', "hasSubsequenceUTF8('déjà vu', 'éàu')", 1),
  one('hasSubsequenceCaseInsensitiveUTF8', "hasSubsequenceCaseInsensitiveUTF8('DÉJÀ', 'éà')", 1),
  {
    name: 'hasToken on a property',
    sql: "SELECT count() FROM events WHERE hasToken(event, 'purchase')",
    expected: { rows: [[shop.length]] },
  },
  {
    name: 'hasTokenCaseInsensitive on events',
    sql: "SELECT event, count() FROM events WHERE hasTokenCaseInsensitive(event, 'SURVEY') GROUP BY event",
    expected: { rows: [['survey sent', named('survey sent').length]] },
  },
  ...SPELLINGS.map((spelling) =>
    one(
      `multiSearchAllPositions${spelling}`,
      `multiSearchAllPositions${spelling}(${HELLO}, ['hello', '!', 'World'])`,
      [anyCase(spelling) ? 1 : 0, 13, 8],
    ),
  ),
  ...SPELLINGS.map((spelling) =>
    one(
      `multiSearchFirstPosition${spelling}`,
      `multiSearchFirstPosition${spelling}(${HELLO}, ['llo', 'hello'])`,
      anyCase(spelling) ? 1 : 3,
    ),
  ),
  ...SPELLINGS.map((spelling) =>
    one(
      `multiSearchFirstIndex${spelling}`,
      `multiSearchFirstIndex${spelling}(${HELLO}, ['none', 'World'])`,
      2,
    ),
  ),
  ...SPELLINGS.map((spelling) =>
    one(
      `multiSearchAny${spelling}`,
      `multiSearchAny${spelling}(${HELLO}, ['hello', 'none'])`,
      anyCase(spelling) ? 1 : 0,
    ),
  ),
  ...SPELLINGS.map((spelling) =>
    one(`ngramDistance${spelling}`, `ngramDistance${spelling}('analytics', 'analytics')`, 0),
  ),
  ...SPELLINGS.map((spelling) =>
    one(`ngramSearch${spelling}`, `ngramSearch${spelling}('analytics', 'analytics')`, 1),
  ),
];

export const texts: readonly SqlCase[] = [
  one('extractGroups', "extractGroups('width=120px', '([a-z]+)=([0-9]+)')", ['width', '120']),
  one('extractGroups of an address', "extractGroups('ada@acme.test', '^([^@]+)@(.+)$')[2]", 'acme.test'),
  one(
    'countMatchesCaseInsensitive',
    "countMatchesCaseInsensitive('aAbA', 'a'), countMatches('aAbA', 'a')",
    3,
    1,
  ),
  one('leftUTF8', "leftUTF8('naïveté', 3)", 'naï'),
  one('rightUTF8', "rightUTF8('naïveté', 3)", 'eté'),
  one('locate takes the needle first', "locate('ca', 'abcabc'), locate('x', 'abc')", 3, 0),
  one('locate from a place', "locate('b', 'abcabc', 3)", 5),
  one('untuple makes columns', "untuple((1, 'a'))", 1, 'a'),
  {
    name: 'untuple of an aggregate',
    sql: 'SELECT untuple((min(number), max(number))) FROM numbers(5)',
    expected: { rows: [[0, 4]] },
  },
  {
    name: 'leftUTF8 of a column',
    sql: 'SELECT leftUTF8(event, 3) AS start, count() FROM events GROUP BY start',
    expected: { rows: tally(named(), ({ event }) => event.slice(0, 3)) },
  },
  {
    name: 'countMatchesCaseInsensitive of a property',
    sql: "SELECT sum(countMatchesCaseInsensitive(properties.$current_url, 'SHOP')) FROM events WHERE event = '$pageview'",
    expected: { rows: [[named('$pageview').length]] },
  },
  one("JSONExtract with 'Float'", `JSONExtract('{"a": 1.5}', 'a', 'Float')`, 1.5),
  one("JSONExtract with 'Int'", `JSONExtract('{"a": 7}', 'a', 'Int')`, 7),
  one("JSONExtract with 'Array(Int)'", `JSONExtract('{"a": [1, 2]}', 'a', 'Array(Int)')`, [1, 2]),
  one("JSONExtract with 'Nullable(Float)'", `JSONExtract('{"a": null}', 'a', 'Nullable(Float)')`, null),
  {
    name: "JSONExtract of the properties with 'Float'",
    sql: "SELECT sum(JSONExtract(properties, 'amount', 'Float')) FROM events WHERE event = 'purchase'",
    expected: { rows: [[sum(shop.map((seen) => number(seen, 'amount')))]] },
  },
  {
    name: "JSONExtract of a deeper member with 'Int'",
    sql: "SELECT sum(JSONExtract(properties, 'details', 'quantity', 'Int')) FROM events WHERE event = 'purchase'",
    expected: {
      rows: [[sum(shop.map(({ properties }) => (properties['details'] as { quantity: number }).quantity))]],
    },
  },
];

export const times: readonly SqlCase[] = [
  one('nowInBlock is the now of the run', 'nowInBlock() = now()', 1),
  one('the day of nowInBlock', 'toDate(nowInBlock())', '2026-03-19'),
  one('nowInBlock with a zone', "toHour(nowInBlock('Asia/Tokyo'))", 21),
  one('nowInBlock in arithmetic', 'toDate(nowInBlock() - INTERVAL 1 DAY) = yesterday()', 1),
  {
    name: 'nowInBlock in WHERE',
    sql: "SELECT count() FROM events WHERE event = 'landed' AND timestamp < nowInBlock()",
    expected: { rows: [[1]] },
  },
  one(
    'make_timestampz',
    "toUnixTimestamp(make_timestampz(2026, 3, 9, 10, 30, 0, 'UTC'))",
    Date.UTC(2026, 2, 9, 10, 30) / 1000,
  ),
  one(
    'make_timestampz in a zone',
    "toUnixTimestamp(make_timestampz(2026, 3, 9, 10, 30, 0, 'Asia/Tokyo'))",
    Date.UTC(2026, 2, 9, 1, 30) / 1000,
  ),
  one(
    'make_timestamptz',
    "toUnixTimestamp(make_timestamptz(2026, 3, 9, 10, 30, 0, 'UTC'))",
    Date.UTC(2026, 2, 9, 10, 30) / 1000,
  ),
  one('toHour of make_timestampz', "toHour(make_timestampz(2026, 3, 9, 10, 30, 0, 'UTC'))", 10),
  one(
    'make_timestampz beside a day',
    "toDate(make_timestampz(2026, 12, 31, 23, 59, 59, 'UTC'))",
    '2026-12-31',
  ),
];

const weighted = (name: string, pairs: string, value: number): SqlCase => ({
  name: `${name} of ${pairs}`,
  sql: `SELECT ${name}(pair.1, pair.2) FROM (SELECT arrayJoin([${pairs}]) AS pair)`,
  expected: { rows: [[value]] },
});
const states = (state: string) =>
  `FROM (SELECT properties.currency AS currency, ${state} AS state FROM events WHERE event = 'purchase' GROUP BY currency)`;
const euros = shop.filter(({ properties }) => properties['currency'] === 'EUR');
const euroAmounts = euros.map((seen) => number(seen, 'amount'));

export const aggregates: readonly SqlCase[] = [
  // The half of the weight 7 is passed with the 10.
  weighted('medianExactWeighted', '(1, 1), (2, 1), (10, 5)', 10),
  weighted('medianExactWeighted', '(1, 5), (2, 1), (10, 1)', 1),
  weighted('medianTimingWeighted', '(1, 1), (2, 1), (10, 5)', 10),
  weighted('medianTDigestWeighted', '(4, 1), (4, 3)', 4),
  weighted('medianBFloat16Weighted', '(4, 1), (4, 3)', 4),
  weighted('medianInterpolatedWeighted', '(4, 1), (4, 3)', 4),
  {
    name: 'medianExactWeighted of events',
    sql: "SELECT medianExactWeighted(toInt(properties.amount), 1) = medianExactLow(toInt(properties.amount)) FROM events WHERE event = 'purchase'",
    expected: { shape: 'n' },
  },
  {
    name: 'countMergeIf',
    sql: `SELECT countMergeIf(state, currency = 'EUR') ${states('countState()')}`,
    expected: { rows: [[euros.length]] },
  },
  {
    name: 'sumMergeIf',
    sql: `SELECT sumMergeIf(state, currency = 'EUR') ${states('sumState(toFloat(properties.amount))')}`,
    expected: { rows: [[sum(euroAmounts)]] },
  },
  {
    name: 'avgMergeIf',
    sql: `SELECT avgMergeIf(state, currency = 'EUR') ${states('avgState(toFloat(properties.amount))')}`,
    expected: { rows: [[sum(euroAmounts) / euros.length]] },
  },
  {
    name: 'uniqMergeIf',
    sql: `SELECT uniqMergeIf(state, currency = 'EUR') ${states('uniqState(distinct_id)')}`,
    expected: { rows: [[new Set(euros.map(({ distinctId }) => distinctId)).size]] },
  },
  {
    name: 'argMaxMergeIf',
    sql: `SELECT argMaxMergeIf(state, currency = 'EUR') ${states('argMaxState(distinct_id, timestamp)')}`,
    expected: { rows: [[euros.reduce((a, b) => (a.at > b.at ? a : b)).distinctId]] },
  },
];
