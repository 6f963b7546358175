import { beforeAll, describe, expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';

// Each event and person stands for one rule of docs/dialect.md; the expected values are those of the rule, not of a
// run. [SQL-3.5].

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36';
const google = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

/** User agent, then: is it a bot, its name, type and category. */
const AGENTS: readonly (readonly [string, object, boolean, string | null, string, string])[] = [
  ['chrome', { $raw_user_agent: CHROME }, false, null, 'Regular', 'regular'],
  ['google', { $raw_user_agent: google }, true, 'Googlebot', 'Bot', 'search_crawler'],
  [
    'gpt',
    { $raw_user_agent: 'Mozilla/5.0; compatible; GPTBot/1.2; +https://openai.com/gptbot' },
    true,
    'GPTBot',
    'AI Agent',
    'ai_crawler',
  ],
  [
    'chatgpt',
    { $user_agent: 'Mozilla/5.0 (compatible; ChatGPT-User/1.0; +https://openai.com/bot)' },
    true,
    'ChatGPT-User',
    'AI Agent',
    'ai_assistant',
  ],
  [
    'headless',
    { $raw_user_agent: CHROME.replace('Chrome', 'HeadlessChrome') },
    true,
    'HeadlessChrome',
    'Automation',
    'headless_browser',
  ],
  ['curl', { $raw_user_agent: '', $user_agent: 'curl/8.5.0' }, true, 'curl', 'Automation', 'http_client'],
  ['unknown bot', { $raw_user_agent: 'ExampleBot/1.0' }, true, 'Other bot', 'Bot', 'other_bot'],
  [
    'a phone',
    { $raw_user_agent: 'Mozilla/5.0 (Linux; Android 11; CUBOT NOTE 20) Chrome/90' },
    false,
    null,
    'Regular',
    'regular',
  ],
  // What an event carries under such a name is never read.
  [
    'liar',
    { $raw_user_agent: google, $virt_is_bot: false, $virt_bot_name: 'none' },
    true,
    'Googlebot',
    'Bot',
    'search_crawler',
  ],
  ['silent', { $virt_is_bot: true, $virt_traffic_type: 'Bot' }, false, null, 'Regular', 'regular'],
];

/** What a person was first seen with, the channel and the type of the site. */
const PEOPLE: readonly (readonly [string, Readonly<Record<string, string>>, string, string | null])[] = [
  ['direct', { referring_domain: '$direct' }, 'Direct', 'Direct'],
  ['direct by name', { referring_domain: '$direct', utm_source: '(Direct)' }, 'Direct', 'Direct'],
  ['campaign of a mail', { referring_domain: '$direct', utm_medium: 'Email' }, 'Email', 'Direct'],
  ['organic search', { referring_domain: 'www.google.co.uk' }, 'Organic Search', 'Search'],
  ['paid search', { referring_domain: 'www.google.com', gclid: 'abc' }, 'Paid Search', 'Search'],
  ['paid search alone', { gclid: 'abc' }, 'Paid Search', null],
  ['paid search by gad', { referring_domain: '$direct', gad_source: '1' }, 'Paid Search', 'Direct'],
  ['organic social', { referring_domain: 'l.facebook.com' }, 'Organic Social', 'Social'],
  ['a short link', { referring_domain: 't.co' }, 'Organic Social', 'Social'],
  ['paid social', { utm_source: 'Facebook', utm_medium: 'paid_ads' }, 'Paid Social', null],
  ['social by a click id', { fbclid: 'x', referring_domain: 'shop.example' }, 'Organic Social', null],
  ['video', { referring_domain: 'm.youtube.com' }, 'Organic Video', 'Video'],
  ['paid video', { utm_source: 'youtube', utm_medium: 'cpc' }, 'Paid Video', null],
  ['shopping by campaign', { utm_campaign: 'Shopping-DE', utm_medium: 'cpc' }, 'Paid Shopping', null],
  ['mail by host', { referring_domain: 'mail.google.com' }, 'Email', 'Email'],
  ['an assistant', { referring_domain: 'chatgpt.com' }, 'AI', 'AI'],
  ['sms', { utm_medium: 'sms' }, 'SMS', null],
  ['affiliate', { utm_medium: 'affiliate', referring_domain: 'blog.example' }, 'Affiliate', null],
  ['display', { utm_source: 'x', utm_medium: 'banner' }, 'Display', null],
  ['cross network', { utm_campaign: 'cross-network', gclid: 'x' }, 'Cross Network', null],
  ['paid unknown', { utm_source: 'acme', utm_medium: 'cpc' }, 'Paid Unknown', null],
  ['referral', { referring_domain: 'blog.example' }, 'Referral', null],
  ['nothing', {}, 'Unknown', null],
];

let service: TestProject;

beforeAll(async () => {
  service = await shareService();
  const timestamp = '2026-01-05T10:00:00Z';
  const agents = AGENTS.map(([event, properties]) => ({ event, distinct_id: 'ada', timestamp, properties }));
  const people = PEOPLE.map(([name, first]) => ({
    event: 'came',
    distinct_id: name,
    timestamp,
    properties: {
      $set: {
        name,
        $virt_initial_channel_type: 'forged',
        ...Object.fromEntries(Object.entries(first).map(([key, value]) => [`$initial_${key}`, value])),
      },
    },
  }));
  await service.capture([...agents, ...people]);
});

const run = (query: object, more: object = {}) => service.call('POST', 'query', { body: { query, ...more } });
const sql = async (query: string) => {
  const { json } = await run({ kind: 'HogQLQuery', query });
  expect(json.detail).toBeUndefined();
  return json.results as readonly (readonly unknown[])[];
};

test('bots, their names and the kind of traffic', async () => {
  const columns = ['is_bot', 'bot_name', 'traffic_type', 'traffic_category'].map(
    (name) => `properties.$virt_${name}`,
  );
  const rows = await sql(
    `select event, ${columns} from events where event != 'came' and event != '$set' limit 100`,
  );
  const byName = ([a]: readonly unknown[], [b]: readonly unknown[]) => (String(a) < String(b) ? -1 : 1);
  const expected = AGENTS.map(([event, , ...facts]) => [event, ...facts]);
  expect(rows.toSorted(byName)).toEqual(expected.toSorted(byName));
});

test('channels and sites of persons, by the person and by the event', async () => {
  const both = '$virt_initial_channel_type, properties.$virt_initial_referring_domain_type';
  const expected = PEOPLE.map(([name, , channel, site]) => [name, channel, site]);
  const byName = (rows: readonly (readonly unknown[])[]) =>
    Object.fromEntries(rows.map(([name, ...rest]) => [name as string, rest]));
  const persons = `select properties.name, properties.${both} from persons where properties.name is not null`;
  expect(byName(await sql(persons))).toEqual(byName(expected));
  const events = `select distinct_id, person.properties.${both.replace('properties', 'person.properties')} from events where event = 'came' limit 100`;
  expect(byName(await sql(events))).toEqual(byName(expected));
});

describe('where a property name stands', () => {
  const bots = AGENTS.filter(([, , isBot]) => isBot).length;
  const range = { dateRange: { date_from: '2026-01-01', date_to: '2026-01-10' } };
  const trends = (members: object) => ({
    kind: 'TrendsQuery',
    series: [{ kind: 'EventsNode' }],
    ...range,
    trendsFilter: { display: 'BoldNumber' },
    ...members,
  });
  const value = async (members: object, more: object = {}) => {
    const { json } = await run(trends(members), more);
    expect(json.detail).toBeUndefined();
    return json.results[0].aggregated_value;
  };

  test.each([
    ['a filter by true', { key: '$virt_is_bot', value: true }, bots],
    ['by a text', { key: '$virt_is_bot', value: ['true'] }, bots],
    ['not', { key: '$virt_is_bot', operator: 'is_not', value: true }, AGENTS.length + PEOPLE.length - bots],
    ['set', { key: '$virt_bot_name', operator: 'is_set' }, bots],
    ['by name', { key: '$virt_bot_name', value: 'Googlebot' }, 2],
    ['of a person', { type: 'person', key: '$virt_initial_channel_type', value: 'Paid Search' }, 3],
    ['an expression', { type: 'hogql', key: 'properties.$virt_is_bot' }, bots],
  ])('%s', async (_name, filter, count) => {
    expect(await value({ properties: [filter] })).toBe(count);
    expect(await value({}, { filters_override: { properties: [filter] } })).toBe(count);
  });

  test('a breakdown, and its value as a variable', async () => {
    const by = {
      trendsFilter: { display: 'ActionsTable' },
      breakdownFilter: { breakdown: '$virt_traffic_type' },
    };
    const { json } = await run(trends(by));
    const counts = json.results.map((one: Record<string, unknown>) => [
      one['breakdown_value'],
      one['aggregated_value'],
    ]);
    expect(Object.fromEntries(counts)).toEqual({
      Regular: AGENTS.length + PEOPLE.length - bots,
      Bot: 3,
      'AI Agent': 2,
      Automation: 2,
    });
    const one = await run(trends(by), { variables: { $virt_traffic_type: 'Bot' } });
    expect(one.json.results).toMatchObject([{ breakdown_value: 'Bot', aggregated_value: 3 }]);
  });

  test('a maths, a group and an order of SQL', async () => {
    const rows = await sql(
      "select properties['$virt_traffic_type'] as type, countIf(properties.$virt_is_bot) from events where not properties.$virt_is_bot = false group by type order by type",
    );
    expect(rows).toEqual([
      ['AI Agent', 2],
      ['Automation', 2],
      ['Bot', 3],
    ]);
  });

  test('paths and retention', async () => {
    const paths = {
      kind: 'PathsQuery',
      ...range,
      pathsFilter: { includeEventTypes: ['hogql'], pathsHogQLExpression: 'properties.$virt_bot_name' },
    };
    expect((await run(paths)).status).toBe(200);
    const retention = {
      kind: 'RetentionQuery',
      ...range,
      retentionFilter: {},
      breakdownFilter: { breakdown: '$virt_is_bot' },
    };
    expect((await run(retention)).status).toBe(200);
  });
});

describe('every other name of this kind is refused', () => {
  test.each([
    'select properties.$virt_revenue from events',
    'select properties.$virt_initial_channel_type from events',
    'select person.properties.$virt_is_bot from events',
    'select properties.$virt_mrr from persons',
    'select properties.$virt_is_bot.deeper from events',
    "select properties['$virt_'] from events",
    'select group_0.properties.$virt_is_bot from events',
    'select p.$virt_is_bot from (select properties as p from events)',
    'select properties as p, p.$virt_is_bot from events',
    'select properties.$virt_constructor from events',
  ])('%s', async (query) => {
    const { status, json } = await run({ kind: 'HogQLQuery', query });
    expect([status, json.code]).toEqual([400, 'unknown_field']);
  });

  test.each([
    ['a filter', { properties: [{ key: '$virt_revenue', value: 1 }] }],
    ['a breakdown', { breakdownFilter: { breakdown: '$virt_revenue' } }],
    ['a maths', { series: [{ kind: 'EventsNode', math: 'sum', math_property: '$virt_revenue' }] }],
  ])('%s of an insight', async (_name, members) => {
    const { status, json } = await run({ kind: 'TrendsQuery', series: [{ kind: 'EventsNode' }], ...members });
    expect([status, json.code]).toEqual([400, 'unknown_field']);
  });

  test('a variable cannot name one', async () => {
    const query = {
      kind: 'HogQLQuery',
      query: "select count() from events where properties[{variables.key}] = 'Bot'",
    };
    const count = async (key: string) => (await run(query, { variables: { key } })).json;
    expect(await count('$virt_traffic_type')).toMatchObject({
      code: 'invalid_variable',
      attr: 'variables.key',
    });
    expect((await count('plain')).results).toEqual([[0]]);
  });
});
