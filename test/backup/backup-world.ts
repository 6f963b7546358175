import { newUuid } from '../../src/base/ids.ts';
import type { CommandResult } from '../fixtures/run-command.ts';
import { runCommandHere } from '../fixtures/run-command-here.ts';
import type { TestService } from '../fixtures/start-service.ts';

/** A machine may be busy. */
export const LATE = { timeout: 20_000 };

type Run = (args: readonly string[]) => Promise<CommandResult>;

export const backUp = ({ url, rootKey }: TestService, target: string, run: Run = runCommandHere) =>
  run(['backup', target, '--url', url, '--key', rootKey, '--json']);

const EVENTS = [{ kind: 'EventsNode', event: 'view' }];
const WEEK = { dateRange: { date_from: '2026-01-01', date_to: '2026-01-07' } };

/** Questions of every kind, so that each table of the engine and the store has its say in an answer. */
export const QUESTIONS: readonly object[] = [
  ...[
    'select count(), uniq(distinct_id), uniq(person_id), sum(properties.n) from events',
    'select event, count() from events group by event order by event',
    'select toDate(timestamp) as day, count() from events group by day order by day',
    'select person.properties.plan as plan, count() from events group by plan order by plan',
    'select properties.plan, count() from persons group by properties.plan order by properties.plan',
    'select distinct_id, count() from events group by distinct_id order by distinct_id',
    'select count() from persons',
    'select key, properties.size from groups order by key',
    'select group_0.properties.size as size, count() from events group by size order by size',
    'select uuid from events order by uuid',
  ].map((query) => ({ kind: 'HogQLQuery', query })),
  { kind: 'TrendsQuery', series: EVENTS, ...WEEK },
  { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'view', math: 'dau' }], ...WEEK },
  {
    kind: 'TrendsQuery',
    series: EVENTS,
    breakdownFilter: { breakdown: 'n', breakdown_type: 'event' },
    ...WEEK,
  },
  { kind: 'FunnelsQuery', series: [...EVENTS, { kind: 'EventsNode', event: 'buy' }], ...WEEK },
  { kind: 'RetentionQuery', retentionFilter: { period: 'Day', totalIntervals: 4 }, ...WEEK },
  { kind: 'LifecycleQuery', series: EVENTS, ...WEEK },
  { kind: 'StickinessQuery', series: EVENTS, ...WEEK },
  { kind: 'PathsQuery', pathsFilter: { includeEventTypes: ['custom_event'] }, ...WEEK },
  { kind: 'HogQLQuery', query: `select count() from events where event = 'buy'` },
  { kind: 'HogQLQuery', query: 'select min(timestamp), max(timestamp) from events' },
];

/** Events of seven days and forty users, some merged, some in groups. */
export function newEvents(count: number, offset = 0): readonly object[] {
  return Array.from({ length: count }, (_, index) => {
    const n = index + offset;
    const user = `user-${n % 40}`;
    return {
      uuid: newUuid(),
      event: n % 5 === 0 ? 'buy' : 'view',
      distinct_id: user,
      timestamp: new Date(Date.UTC(2026, 0, 1 + (n % 7), n % 24)).toISOString(),
      properties: {
        n: n % 10,
        $groups: { company: `c-${n % 3}` },
        $set: { plan: n % 2 === 0 ? 'free' : 'paid' },
      },
    };
  });
}

/** What is about persons and groups and not about events. */
export const IDENTITY: readonly object[] = [
  ...Array.from({ length: 5 }, (_, n) => ({
    uuid: newUuid(),
    event: '$identify',
    distinct_id: `user-${n}`,
    timestamp: '2026-01-03T00:00:00Z',
    properties: { $anon_distinct_id: `user-${n + 20}` },
  })),
  ...[0, 1, 2].map((n) => ({
    uuid: newUuid(),
    event: '$groupidentify',
    distinct_id: 'user-1',
    timestamp: '2026-01-03T00:00:00Z',
    properties: { $group_type: 'company', $group_key: `c-${n}`, $group_set: { size: n } },
  })),
];

/** Stores the questions as endpoints `q0`, `q1` and so on. */
export async function storeQuestions(service: TestService): Promise<void> {
  for (const [index, query] of QUESTIONS.entries()) {
    const { status, text } = await service.call('POST', 'endpoints', { body: { name: `q${index}`, query } });
    if (status !== 201) throw new Error(`${JSON.stringify(query)}: ${text}`);
  }
}

/** The answers of all questions, computed now. */
export async function answersOf(service: TestService): Promise<readonly string[]> {
  const answers: string[] = [];
  for (const index of QUESTIONS.keys()) {
    const { status, text, json } = await service.call('POST', `endpoints/q${index}/run`, {
      body: { refresh: 'force_blocking' },
    });
    if (status !== 200) throw new Error(text);
    answers.push(JSON.stringify(json.results));
  }
  return answers;
}
