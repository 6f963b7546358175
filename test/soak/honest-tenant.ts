import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { PostHog } from 'posthog-node';
import { newUuid } from '../../src/base/ids.ts';
import type { SeededRandom } from '../../src/services/demo/random.ts';
import { judge } from '../oracle/judge.ts';
import type { SoakCounts } from './soak-counts.ts';
import type { SoakAnswer, SoakService } from './soak-service.ts';
import { type SentEvent, TenantModel } from './tenant-model.ts';

const DAY_MS = 86_400_000;
/** Within it an answer comes, whatever the faults do; else the tenant is stuck. */
const MOST_MS = 240_000;
const EVENTS = 60;

const series = (...names: readonly string[]) => names.map((event) => ({ kind: 'EventsNode', event }));
const dateRange = { date_from: '-10d' };

/** One insight of every kind; the judge of the tests works out what they answer. */
const INSIGHTS: readonly Readonly<Record<string, unknown>>[] = [
  { kind: 'TrendsQuery', series: series('view', 'buy'), dateRange },
  { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'view', math: 'dau' }], dateRange },
  { kind: 'FunnelsQuery', series: series('view', 'buy'), dateRange },
  { kind: 'RetentionQuery', retentionFilter: { period: 'Day', totalIntervals: 5 }, dateRange },
  { kind: 'LifecycleQuery', series: series('view'), dateRange },
  { kind: 'StickinessQuery', series: series('view'), dateRange },
  { kind: 'PathsQuery', pathsFilter: { includeEventTypes: ['custom_event'] }, dateRange },
];

export interface TenantPlace {
  readonly projectId: number;
  readonly captureToken: string;
  readonly key: string;
}

interface TenantParts {
  readonly service: SoakService;
  readonly counts: SoakCounts;
  readonly random: SeededRandom;
  readonly signal: AbortSignal;
}

/** Writes, then asks everything and compares, over and over. What is not acknowledged is sent again as it is. */
export class HonestTenant {
  readonly #place: TenantPlace;
  readonly #parts: TenantParts;
  readonly #model = new TenantModel();
  #round = 0;
  /** All times are before it, so that the order of funnels and paths is that of the model. */
  #nowMs = Date.now() - DAY_MS;
  #users = 0;

  constructor(place: TenantPlace, parts: TenantParts) {
    this.#place = place;
    this.#parts = parts;
  }

  async prepare(): Promise<void> {
    const query = 'select count(), uniq(person_id), sum(properties.n) from events';
    const endpoints = [
      { name: 'totals', query: { kind: 'HogQLQuery', query } },
      { name: 'named', query: { kind: 'HogQLQuery', query: `${query} where event = {variables.name}` } },
      {
        name: 'built',
        query: { kind: 'HogQLQuery', query: 'select count() from events' },
        is_materialized: true,
      },
      ...INSIGHTS.map((insight, index) => ({ name: `insight-${index}`, query: insight })),
    ];
    await this.#send(this.#newEvents());
    for (const body of endpoints) await this.#done('POST', 'endpoints', { body });
  }

  async run(): Promise<void> {
    const writes = [
      () => this.#send(this.#newEvents()),
      () => this.#sendBySdk(),
      () => this.#merge(),
      () => this.#import(),
      () => this.#deleteOld(),
      () => this.#deletePerson(),
    ];
    while (!this.#parts.signal.aborted) {
      await writes[this.#round % writes.length]?.();
      this.#round += 1;
      await Promise.all([this.#judgeSql(), this.#judgeInsights(), this.#judgeExport(), this.#judgeBuild()]);
      this.#parts.counts.add('rounds');
    }
  }

  /** Compares every event that is there with every one that must be. */
  async end(): Promise<void> {
    const { text } = await this.#done('GET', 'export?format=ndjson');
    const found = text
      .split('\n')
      .filter((line) => line !== '')
      .map((line): string => JSON.parse(line).uuid);
    const [there, must] = [new Set(found), this.#model.uuids];
    const { counts } = this.#parts;
    const lost = [...must].filter((uuid) => !there.has(uuid)).length;
    const extra = [...there].filter((uuid) => !must.has(uuid)).length;
    counts.add('events compared', must.size);
    if (lost > 0) counts.fail('lost', `project ${this.#place.projectId} lacks ${lost} events`, lost);
    if (found.length > there.size)
      counts.fail('doubled', `project ${this.#place.projectId} has some twice`, found.length - there.size);
    if (extra > 0)
      counts.fail('wrong', `project ${this.#place.projectId} has ${extra} deleted events`, extra);
  }

  #newEvents(): readonly SentEvent[] {
    const { random } = this.#parts;
    return Array.from({ length: EVENTS }, () =>
      this.#newEvent(`user-${random.between(1, 25)}-${this.#users}`),
    );
  }

  #newEvent(distinctId: string): SentEvent {
    const { random } = this.#parts;
    return {
      uuid: newUuid(),
      event: random.pick(['view', 'view', 'buy', 'share']),
      distinct_id: distinctId,
      timestamp: new Date(this.#nowMs - random.between(1, 12 * DAY_MS)).toISOString(),
      properties: { n: random.between(1, 9), $ignore_sent_at: true },
    };
  }

  /** By HTTP, packed or not, in either protocol form, until it is acknowledged and visible. */
  async #send(batch: readonly SentEvent[]): Promise<void> {
    const text = JSON.stringify({ api_key: this.#place.captureToken, batch });
    const body = this.#parts.random.chance(0.5) ? gzipSync(text) : text;
    await this.#done('POST', '/batch/?wait=true', { body, key: null });
    this.#model.add(batch);
  }

  /** By posthog-node, which gives up at some time; so what it sent is sent again, and must count once. */
  async #sendBySdk(): Promise<void> {
    const events = this.#newEvents();
    const client = new PostHog(this.#place.captureToken, {
      host: this.#parts.service.url,
      flushAt: 20,
      flushInterval: 100,
      fetchRetryCount: 2,
      fetchRetryDelay: 200,
    });
    for (const { uuid, event, distinct_id: distinctId, timestamp, properties } of events)
      client.capture({
        uuid,
        event,
        distinctId,
        timestamp: new Date(timestamp),
        properties: { ...properties },
      });
    await client.shutdown(5_000).catch(() => undefined);
    this.#parts.counts.add('events by posthog-node', events.length);
    await this.#send(events);
  }

  /** A visitor becomes a known user: what both did is one person's. */
  async #merge(): Promise<void> {
    const anonymous = `anonymous-${newUuid()}`;
    await this.#send([this.#newEvent(anonymous), this.#newEvent(anonymous)]);
    const identify = this.#newEvent(`user-${this.#parts.random.between(1, 25)}-${this.#users}`);
    const properties = { ...identify.properties, $anon_distinct_id: anonymous };
    await this.#send([{ ...identify, event: '$identify', properties }]);
    this.#parts.counts.add('merges');
  }

  async #import(): Promise<void> {
    const events = this.#newEvents();
    const body = events.map((event) => JSON.stringify(event)).join('\n');
    for (;;) {
      const { json } = await this.#done('POST', 'imports?format=posthog&file_name=soak.jsonl&wait=true', {
        body,
      });
      if (json.state === 'completed') break;
      if (json.state === 'running') {
        await this.#untilImported(json.id);
        break;
      }
    }
    this.#model.add(events);
    this.#parts.counts.add('imports');
  }

  async #untilImported(id: string): Promise<void> {
    for (;;) {
      const { json } = await this.#done('GET', `imports/${id}`);
      if (json.state === 'completed') return;
      if (json.state === 'failed') this.#parts.counts.fail('wrong', `the import failed: ${json.error}`);
      if (json.state !== 'running') return;
      await delay(200);
    }
  }

  async #deleteOld(): Promise<void> {
    const beforeMs = Math.floor((this.#nowMs - 11 * DAY_MS) / 1000) * 1000;
    await this.#done('POST', 'events/delete', { body: { before: new Date(beforeMs).toISOString() } });
    this.#model.deleteBefore(beforeMs);
    this.#parts.counts.add('deletions');
  }

  /** The person's ids are not used again. */
  async #deletePerson(): Promise<void> {
    const distinctId = `goner-${newUuid()}`;
    await this.#send([this.#newEvent(distinctId), this.#newEvent(distinctId)]);
    const query = `select person_id from events where distinct_id = '${distinctId}' limit 1`;
    const { json } = await this.#done('POST', 'query', { body: { query: { kind: 'HogQLQuery', query } } });
    await this.#done('DELETE', `persons/${json.results[0]?.[0]}`, {}, [404]);
    this.#model.deletePerson(distinctId);
    this.#parts.counts.add('persons deleted');
  }

  async #judgeSql(): Promise<void> {
    const expected = this.#model.totals();
    this.#compare(
      'totals',
      [expected],
      (await this.#ask('totals', { refresh: 'force_blocking' })).json.results,
    );
    this.#compare('totals from the cache', [expected], (await this.#ask('totals', {})).json.results);
    for (const name of ['view', 'buy', '$identify']) {
      const body = { variables: { name }, refresh: 'force_blocking' };
      this.#compare(
        `named ${name}`,
        [this.#model.totals(name)],
        (await this.#ask('named', body)).json.results,
      );
    }
  }

  async #judgeInsights(): Promise<void> {
    const world = this.#model.world(this.#nowMs);
    const headers = { 'x-test-now': new Date(this.#nowMs).toISOString() };
    for (const [index, query] of INSIGHTS.entries()) {
      const { json } = await this.#ask(`insight-${index}`, { refresh: 'force_blocking' }, headers);
      this.#judged(`${query['kind']}`, judge(query, world, json));
    }
  }

  /** Read slowly: a place at the engine must not be lost by it, nor the answer. */
  async #judgeExport(): Promise<void> {
    const { service, counts } = this.#parts;
    const answer = await fetch(
      new URL(`/api/projects/${this.#place.projectId}/export?format=ndjson`, service.url),
      {
        headers: { authorization: `Bearer ${this.#place.key}` },
      },
    ).catch(() => null);
    if (answer?.status !== 200 || answer.body === null) {
      counts.add(`export ${answer?.status ?? 'away'}`);
      await answer?.body?.cancel();
      return;
    }
    let text = '';
    try {
      for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        await delay(this.#parts.random.between(0, 30));
      }
    } catch {
      counts.add('export broken off');
      return;
    }
    const lines = text.split('\n').filter((line) => line !== '').length;
    this.#compare('export', this.#model.size, lines);
  }

  async #judgeBuild(): Promise<void> {
    if (this.#round % 3 !== 0) return;
    const built = await this.#call('POST', 'endpoints/built/materialize?wait=true', {});
    if (built.status !== 200 && built.status !== 202) return this.#parts.counts.add(`build ${built.status}`);
    const { json } = await this.#ask('built', {});
    this.#parts.counts.add(`built: ${json.served_from}`);
    if (built.json?.status === 'Failed') return;
    this.#compare('built', [[this.#model.size]], json.results);
  }

  #compare(what: string, expected: unknown, found: unknown): void {
    const [one, other] = [JSON.stringify(expected), JSON.stringify(found)];
    this.#judged(what, one === other ? null : `expected ${one}, got ${other}`);
  }

  #judged(what: string, difference: string | null): void {
    this.#parts.counts.add('judged');
    if (difference !== null)
      this.#parts.counts.fail(
        'wrong',
        `project ${this.#place.projectId}, round ${this.#round}, ${what}: ${difference}`,
      );
  }

  async #ask(name: string, body: object, headers = {}): Promise<SoakAnswer> {
    const startedMs = performance.now();
    const answer = await this.#done('POST', `endpoints/${name}/run`, { body, headers });
    this.#parts.counts.waited(performance.now() - startedMs);
    return answer;
  }

  #call(method: string, target: string, call: Parameters<SoakService['call']>[2] = {}): Promise<SoakAnswer> {
    const path = target.startsWith('/') ? target : `/api/projects/${this.#place.projectId}/${target}`;
    return this.#parts.service.call(method, path, { key: this.#place.key, ...call });
  }

  /** Calls until it is done: refusals of a busy or restarting service pass. @throws what no honest caller should get */
  async #done(
    method: string,
    target: string,
    call: Parameters<SoakService['call']>[2] = {},
    fine: readonly number[] = [],
  ): Promise<SoakAnswer> {
    const startedMs = Date.now();
    for (;;) {
      const answer = await this.#call(method, target, call);
      if ((answer.status >= 200 && answer.status < 300) || fine.includes(answer.status)) return answer;
      const passes =
        answer.status === 0 || answer.status >= 500 || answer.status === 429 || answer.status === 408;
      // The engine is away or slow in the middle of a query; all else is a defect.
      const isSlow = ['query_timeout', 'query_cancelled', 'name_taken'].includes(answer.json?.code);
      if (answer.json?.code === 'name_taken') return answer;
      if (!passes && !isSlow)
        throw new Error(`${method} ${target}: ${answer.status} ${answer.text.slice(0, 500)}`);
      if (Date.now() - startedMs > MOST_MS)
        throw new Error(
          `${method} ${target} is not answered within ${MOST_MS} ms: ${answer.text.slice(0, 500)}`,
        );
      await delay(200);
    }
  }
}
