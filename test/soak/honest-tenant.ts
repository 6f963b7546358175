import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { newUuid } from '../../src/base/ids.ts';
import type { SeededRandom } from '../../src/services/demo/random.ts';
import type { Site } from '../contract/capture/open-page.ts';
import { judge } from '../oracle/judge.ts';
import type { Query } from '../oracle/model.ts';
import { JUDGED_RUNS, SQL_ENDPOINTS } from './judged-runs.ts';
import { type SdkSent, type SdkTarget, sendByBrowser, sendByNode, type Visit } from './sdk-clients.ts';
import type { SoakCounts } from './soak-counts.ts';
import type { SoakAnswer, SoakCall, SoakService } from './soak-service.ts';
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
  {
    kind: 'TrendsQuery',
    series: series('view'),
    breakdownFilter: { breakdown: 'n', breakdown_type: 'event' },
    dateRange,
  },
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
  /** A page with posthog-js; null where no browser is. */
  readonly site: Site | null;
}

/** Writes, then asks everything and compares, over and over. What is not acknowledged is sent again as it is. */
export class HonestTenant {
  readonly #place: TenantPlace;
  readonly #parts: TenantParts;
  readonly #model = new TenantModel();
  #round = 0;
  /** All times are before it, so that the order of funnels and paths is that of the model. */
  #nowMs = Date.now() - DAY_MS;

  constructor(place: TenantPlace, parts: TenantParts) {
    this.#place = place;
    this.#parts = parts;
  }

  async prepare(): Promise<void> {
    const endpoints = [
      ...SQL_ENDPOINTS,
      ...INSIGHTS.map((insight, index) => ({ name: `insight-${index}`, query: insight })),
    ];
    await this.#send(this.#newEvents());
    for (const body of endpoints) await this.#done('POST', 'endpoints', { body });
  }

  async run(): Promise<void> {
    const writes = [
      () => this.#send(this.#newEvents()),
      () => this.#sendByNode(),
      () => this.#merge(),
      () => this.#sendByBrowser(),
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
    return Array.from({ length: EVENTS }, () => this.#newEvent(`user-${random.between(1, 25)}`));
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

  async #sendByNode(): Promise<void> {
    const mode = this.#parts.random.chance(0.5) ? 'v0' : 'v1';
    await this.#sendOnce(await sendByNode(mode, this.#sdkTarget(), this.#newEvents()));
  }

  async #sendByBrowser(): Promise<void> {
    const { site } = this.#parts;
    if (site !== null) await this.#sendOnce(await sendByBrowser(site, this.#sdkTarget(), this.#newVisit()));
  }

  #sdkTarget(): SdkTarget {
    return {
      url: this.#parts.service.url,
      captureToken: this.#place.captureToken,
      counts: this.#parts.counts,
    };
  }

  /**
   * What an SDK sent and was acknowledged is left so, and an event behind it waited for, or it is sent once more; the
   * rest is sent once more, because a client gives up at some time. All must count once.
   */
  async #sendOnce(sent: SdkSent): Promise<void> {
    const { counts, random } = this.#parts;
    if (!sent.isAcknowledged || random.chance(0.5)) return await this.#send(sent.events);
    counts.add('events of SDKs not sent again', sent.events.length);
    this.#model.add(sent.events);
    await this.#send([this.#newEvent(`user-${random.between(1, 25)}`)]);
  }

  #newVisit(): Visit {
    const { random } = this.#parts;
    const user = `user-${random.between(1, 25)}`;
    const events = Array.from({ length: 20 }, () => this.#newEvent(user));
    return { user, events, identifyAt: this.#newEvent(user).timestamp, isBatched: random.chance(0.5) };
  }

  /** A visitor becomes a known user: what both did is one person's. */
  async #merge(): Promise<void> {
    const anonymous = `anonymous-${newUuid()}`;
    await this.#send([this.#newEvent(anonymous), this.#newEvent(anonymous)]);
    const identify = this.#newEvent(`user-${this.#parts.random.between(1, 25)}`);
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
    const before = new Date(beforeMs).toISOString();
    await this.#done('POST', 'events/delete', { body: { before, wait: true } });
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
    for (const { name, target, method = 'POST', body, read, expected } of JUDGED_RUNS) {
      const answer = await this.#timed(method, target, { body });
      this.#compare(name, expected(this.#model), read === undefined ? answer.json.results : read(answer));
    }
  }

  /** Each kind as it is stored, and one of them as a caller changes it. */
  async #judgeInsights(): Promise<void> {
    const world = this.#model.world(this.#nowMs);
    const headers = { 'x-test-now': new Date(this.#nowMs).toISOString() };
    const judgeOne = async (target: string, body: object, query: Query): Promise<void> => {
      const { json } = await this.#timed('POST', target, { body, headers });
      this.#judged(`${query['kind']} ${JSON.stringify(body)}`, judge(query, world, json));
    };
    for (const [index, query] of INSIGHTS.entries())
      await judgeOne(`endpoints/insight-${index}/run`, { refresh: 'force_blocking' }, query);
    const query = INSIGHTS[this.#round % INSIGHTS.length] ?? {};
    const properties = [{ key: 'n', value: this.#round % 9, operator: 'gt', type: 'event' }];
    const changed = { ...query, properties };
    await judgeOne('query', { query: changed }, changed);
    const run = `endpoints/insight-${this.#round % INSIGHTS.length}/run`;
    await judgeOne(run, { refresh: 'force_blocking', filters_override: { properties } }, changed);
    await judgeOne(
      'endpoints/insight-0/run',
      { refresh: 'force_blocking', query_override: { interval: 'week' } },
      {
        ...INSIGHTS[0],
        interval: 'week',
      },
    );
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
    const { json } = await this.#timed('POST', 'endpoints/built/run', {});
    this.#parts.counts.add(`built: ${json.served_from}`);
    // After a build that failed the earlier snapshot goes on answering ([SPEC-5.3]).
    if (built.json.state !== 'Completed') return this.#parts.counts.add(`build ${built.json.state}`);
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

  async #timed(method: string, target: string, call: SoakCall): Promise<SoakAnswer> {
    const startedMs = performance.now();
    const answer = await this.#done(method, target, call);
    this.#parts.counts.waited(performance.now() - startedMs);
    return answer;
  }

  #call(method: string, target: string, call: SoakCall = {}): Promise<SoakAnswer> {
    const path = target.startsWith('/') ? target : `/api/projects/${this.#place.projectId}/${target}`;
    return this.#parts.service.call(method, path, { key: this.#place.key, ...call });
  }

  /** Calls until it is done: refusals of a busy or restarting service pass. @throws what no honest caller should get */
  async #done(
    method: string,
    target: string,
    call: SoakCall = {},
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
