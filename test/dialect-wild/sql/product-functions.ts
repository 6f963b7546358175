import type { SqlCase } from '../cases.ts';
import { group, named, number, tally, text } from '../loops.ts';

const shop = named('purchase');
const priced = named('$pageview').filter((seen) => text(seen, '$pathname') === '/pricing');
const much = shop.filter((seen) => number(seen, 'amount') >= 30);

export const actions: readonly SqlCase[] = [
  {
    name: 'by name in WHERE',
    sql: "SELECT count() FROM events WHERE matchesAction('Bought')",
    expected: { rows: [[shop.length]] },
  },
  {
    name: 'by id',
    sql: 'SELECT count() FROM events WHERE matchesAction({action:Looked at pricing})',
    expected: { rows: [[priced.length]] },
  },
  {
    name: 'in countIf, two actions',
    sql: "SELECT countIf(matchesAction('Bought')) AS bought, countIf(matchesAction('Looked at pricing')) AS looked FROM events",
    expected: { rows: [[shop.length, priced.length]] },
  },
  {
    name: 'with a property of the step, by day',
    sql: "SELECT toDate(timestamp) AS day, count() FROM events WHERE matchesAction('Bought much') GROUP BY day",
    expected: { rows: tally(much, ({ day }) => day) },
  },
  {
    name: 'as a column',
    sql: "SELECT matchesAction('Bought much') AS large, count() FROM events WHERE event = 'purchase' GROUP BY large",
    expected: { rows: tally(shop, (seen) => (much.includes(seen) ? 1 : 0)) },
  },
  {
    name: 'of several steps',
    sql: "SELECT event, count() FROM events WHERE matchesAction('Bought or answered') GROUP BY event",
    expected: { rows: tally(named('purchase', 'survey sent'), ({ event }) => event) },
  },
  {
    name: 'denied, with another condition',
    sql: "SELECT count() FROM events WHERE event = 'purchase' AND NOT matchesAction('Bought much')",
    expected: { rows: [[shop.length - much.length]] },
  },
  {
    name: 'with the name of the table',
    sql: "SELECT count() FROM events AS e WHERE matchesAction('Bought') AND e.properties.currency = 'EUR'",
    expected: { rows: [[shop.filter((seen) => text(seen, 'currency') === 'EUR').length]] },
  },
  {
    name: 'an unknown action is told',
    sql: "SELECT count() FROM events WHERE matchesAction('Bougth')",
    expected: { refused: 'invalid_value|unknown_field|type_mismatch', says: /Bougth/ },
  },
];

const sent = named('survey sent');
const whole = sent.filter(({ properties }) => properties['$survey_completed'] === true);
const rating = whole.filter((seen) => text(seen, '$survey_id') === 'survey-rating');
const features = whole.filter((seen) => text(seen, '$survey_id') === 'survey-features');
const of = (survey: string) =>
  `event = 'survey sent' AND properties.$survey_id = '${survey}' AND properties.$survey_completed = true`;

// PostHog: question 0 is `$survey_response`, question n `$survey_response_<n>`, a question with an id
// `$survey_response_<id>`, which wins when it is not empty.
export const surveys: readonly SqlCase[] = [
  {
    name: 'answers to the first question',
    sql: `SELECT getSurveyResponse(0) AS answer, count() FROM events WHERE ${of('survey-rating')} GROUP BY answer`,
    expected: { rows: tally(rating, (seen) => text(seen, '$survey_response')) },
  },
  {
    name: 'answers to the second question',
    sql: `SELECT getSurveyResponse(1) AS answer, count() FROM events WHERE ${of('survey-rating')} GROUP BY answer`,
    expected: { rows: tally(rating, (seen) => text(seen, '$survey_response_1')) },
  },
  {
    name: 'by the id of the question',
    sql: `SELECT getSurveyResponse(1, 'q-why') AS answer, count() FROM events WHERE ${of('survey-features')} GROUP BY answer`,
    expected: { rows: tally(features, (seen) => text(seen, '$survey_response_q-why')) },
  },
  {
    name: 'by an id that was not sent, from the place of the question',
    sql: `SELECT getSurveyResponse(1, 'q-why') AS answer, count() FROM events WHERE ${of('survey-rating')} GROUP BY answer`,
    expected: { rows: tally(rating, (seen) => text(seen, '$survey_response_1')) },
  },
  {
    name: 'an average of numbers',
    sql: `SELECT avg(toInt(getSurveyResponse(0))) FROM events WHERE ${of('survey-rating')}`,
    expected: {
      rows: [[rating.reduce((all, seen) => all + Number(text(seen, '$survey_response')), 0) / rating.length]],
    },
  },
  {
    name: 'several choices as a list, by the id',
    sql: `SELECT length(getSurveyResponse(2, 'q-used', true)) AS choices, count() FROM events WHERE ${of('survey-features')} GROUP BY choices`,
    expected: {
      rows: tally(features, ({ properties }) => (properties['$survey_response_q-used'] as string[]).length),
    },
  },
  {
    name: 'in a condition',
    sql: "SELECT count() FROM events WHERE event = 'survey sent' AND getSurveyResponse(1) = 'fast'",
    expected: { rows: [[sent.filter((seen) => answerTwo(seen) === 'fast').length]] },
  },
];

/** The second question: its id stands in the list of questions, its place is 1. */
function answerTwo(seen: (typeof sent)[number]): string | null {
  return text(seen, '$survey_response_q-why') ?? text(seen, '$survey_response_1');
}

const only = (survey: string) => `event = 'survey sent' AND uniqueSurveySubmissionsFilter('${survey}')`;

// Of the events of one submission the newest counts, and only it.
export const surveySubmissions: readonly SqlCase[] = [
  {
    name: 'one row for each submission',
    sql: `SELECT count() FROM events WHERE ${only('survey-rating')}`,
    expected: { rows: [[rating.length]] },
  },
  {
    name: 'the newest of each submission',
    sql: `SELECT distinct_id, properties.$survey_completed FROM events WHERE ${only('survey-features')}`,
    expected: { rows: features.map(({ distinctId }) => [distinctId, true]) },
  },
  {
    name: 'with answers',
    sql: `SELECT getSurveyResponse(0) AS score, count() AS n FROM events WHERE ${only('survey-rating')} GROUP BY score`,
    expected: { rows: tally(rating, (seen) => text(seen, '$survey_response')) },
  },
  {
    name: 'by day',
    sql: `SELECT toDate(timestamp) AS day, count() FROM events WHERE ${only('survey-features')} GROUP BY day`,
    expected: { rows: tally(features, ({ day }) => day) },
  },
  {
    name: 'a survey that nobody answered',
    sql: `SELECT count() FROM events WHERE ${only('survey-unknown')}`,
    expected: { rows: [[0]] },
  },
  {
    name: 'submissions against events',
    sql: "SELECT countIf(uniqueSurveySubmissionsFilter('survey-rating')) AS submissions, count() AS events FROM events WHERE event = 'survey sent' AND properties.$survey_id = 'survey-rating'",
    expected: {
      rows: [[rating.length, sent.filter((seen) => text(seen, '$survey_id') === 'survey-rating').length]],
    },
  },
];

export const sparklines: readonly SqlCase[] = [
  { name: 'a literal list', sql: 'SELECT sparkline([1, 2, 3])', expected: { rows: [[[1, 2, 3]]] } },
  {
    name: 'a computed list',
    sql: 'SELECT sparkline(arrayMap(x -> x * x, range(4))) AS line',
    expected: { rows: [[[0, 1, 4, 9]]] },
  },
  {
    name: 'a list with aggregates',
    sql: "SELECT sparkline([count(), countIf(event = 'purchase')]) FROM events",
    expected: { rows: [[[named().length, shop.length]]] },
  },
  {
    name: 'amounts by currency',
    sql: "SELECT properties.currency, sparkline(arraySort(groupArray(toFloat(properties.amount)))) FROM events WHERE event = 'purchase' GROUP BY properties.currency",
    expected: {
      rows: group(shop, (seen) => text(seen, 'currency') as string).map(([currency, rows]) => [
        currency,
        rows.map((seen) => number(seen, 'amount')).sort((a, b) => a - b),
      ]),
    },
  },
  {
    name: 'a list from a sub-query',
    sql: 'SELECT sparkline(groupArray(n)) FROM (SELECT number AS n FROM numbers(3) ORDER BY n)',
    expected: { rows: [[[0, 1, 2]]] },
  },
];

const recent = named('$pageview').filter((seen) =>
  ['1.10.0', 'v2.0.0'].includes(text(seen, 'version') as string),
);

export const versions: readonly SqlCase[] = [
  { name: 'a version as a list', sql: "SELECT sortableSemver('1.2.10')", expected: { rows: [[[1, 2, 10]]] } },
  { name: 'the other spelling', sql: "SELECT sortableSemVer('v2.0.0')", expected: { rows: [[[2, 0, 0]]] } },
  {
    name: 'in ORDER BY',
    sql: "SELECT properties.version AS v FROM events WHERE event = '$pageview' GROUP BY v ORDER BY sortableSemVer(v) DESC",
    expected: { rows: [['v2.0.0'], ['1.10.0'], ['1.9.3'], ['1.2.10']], ordered: true },
  },
  {
    name: 'the newest of a person',
    sql: "SELECT argMax(properties.version, sortableSemVer(properties.version)) FROM events WHERE event = '$pageview'",
    expected: { rows: [['v2.0.0']] },
  },
  {
    name: 'compared',
    sql: "SELECT sortableSemVer('1.10.0') > sortableSemVer('1.9.3')",
    expected: { rows: [[1]] },
  },
  {
    name: 'at least a version',
    sql: "SELECT count() FROM events WHERE event = '$pageview' AND sortableSemVer(properties.version) >= sortableSemVer('1.10.0')",
    expected: { rows: [[recent.length]] },
  },
];
