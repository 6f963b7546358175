import { setTimeout as delay } from 'node:timers/promises';
import type { RandomSource } from '../fixtures/random-source.ts';
import type { ServiceProcess } from '../fixtures/start-process.ts';
import { answerOf, type LoadedDeployment } from './load.ts';
import { type DeployedProject, newEvents, send } from './sent-events.ts';

// [SPEC-7.3], [SPEC-2.0.8]: an answer is stale when its run began more than two seconds after something that it should
// know was acknowledged. Time is that of the caller, from before the call and from after the acknowledgement, so that
// what is held up on the way is never taken for stale.

const STALE_MS = 2_000;
const PAUSE_MS = 250;

/** What callers were told, and what is wrong with it. */
export class StaleWatch {
  readonly wrong: string[] = [];
  /** Answers that were judged, by what they were judged for. */
  readonly judged = { keys: 0, endpoints: 0, forced: 0 };

  /** A value that only grows: no answer that began two seconds later may be below it. */
  readonly #told = new Map<string, { readonly value: number; readonly atMs: number }[]>();

  /** From now on everybody has to know at least this. */
  told(what: string, value: number): void {
    const told = this.#told.get(what) ?? [];
    told.push({ value, atMs: performance.now() });
    this.#told.set(what, told);
  }

  judge(what: 'endpoints' | 'forced', { value, startedMs, by }: Answered): void {
    const known = (this.#told.get(what) ?? []).filter(({ atMs }) => atMs < startedMs - STALE_MS);
    const least = known.reduce((most, each) => Math.max(most, each.value), 0);
    this.judged[what] += 1;
    if (value < least) this.wrong.push(`${what}: ${by} answered ${value}, ${least} was known for 2 s`);
  }

  found(wrong: string): void {
    this.wrong.push(wrong);
  }
}

interface Answered {
  readonly value: number;
  readonly startedMs: number;
  readonly by: string;
}

interface Watching extends LoadedDeployment {
  readonly watch: StaleWatch;
}

/** Changes an endpoint all the time, while others read it through every service. */
export async function watchEndpoint(watching: Watching, random: RandomSource): Promise<void> {
  const { project, path } = await newEndpoint(watching, 'number', 'select 0');
  const change = async (): Promise<void> => {
    for (let value = 1; !watching.isOver(); value += 1) {
      const body = { query: { kind: 'HogQLQuery', query: `select ${value}` } };
      const changed = await answerOf(any(watching, random), 'PATCH', path, body);
      if (changed?.status === 200) watching.watch.told('endpoints', value);
      await delay(2 * PAUSE_MS);
    }
  };
  await Promise.all([change(), ...readEverywhere(watching, 'endpoints', { project, path })]);
}

/** Forces results that grow, while others ask for kept ones. */
export async function watchForced(watching: Watching, random: RandomSource): Promise<void> {
  const query = "select count() from events where event = 'forced'";
  const { project, path } = await newEndpoint(watching, 'forced', query);
  const force = async (): Promise<void> => {
    while (!watching.isOver()) {
      const events = newEvents(project, 1).map((event) => ({ ...event, event: 'forced' }));
      await send(any(watching, random), project, events);
      const body = { refresh: 'force_blocking' };
      const forced = await answerOf(any(watching, random), 'POST', `${path}/run`, body);
      if (forced?.status === 200) watching.watch.told('forced', Number(forced.json.results[0][0]));
      await delay(2 * PAUSE_MS);
    }
  };
  await Promise.all([force(), ...readEverywhere(watching, 'forced', { project, path })]);
}

interface Read {
  readonly project: DeployedProject;
  readonly path: string;
}

function readEverywhere(
  watching: Watching,
  what: 'endpoints' | 'forced',
  { path }: Read,
): readonly Promise<void>[] {
  return watching.services.map(async (_, place) => {
    while (!watching.isOver()) {
      const service = watching.services[place];
      const startedMs = performance.now();
      const told = service && (await answerOf(service, 'POST', `${path}/run`, {}));
      if (told?.status === 200) {
        const value = Number(told.json.results[0][0]);
        watching.watch.judge(what, { value, startedMs, by: `service ${place}` });
      } else judgeRefusal(watching.watch, told, `${what}: service ${place}`);
      await delay(PAUSE_MS);
    }
  });
}

/** Makes keys, uses them everywhere, revokes them, and goes on using them for a while. */
export async function watchKeys(watching: Watching, random: RandomSource): Promise<void> {
  const { project, path } = await newEndpoint(watching, 'keyed', 'select 1');
  while (!watching.isOver()) {
    const body = { label: 'short', scopes: ['endpoint:read'], projects: [project.id] };
    const made = await answerOf(any(watching, random), 'POST', '/api/personal_api_keys', body);
    if (made?.status === 201) await tryAndRevoke(watching, random, { ...made.json, path: `${path}/run` });
    await delay(PAUSE_MS);
  }
}

interface Key {
  readonly id: string;
  readonly value: string;
  readonly path: string;
}

async function tryAndRevoke(
  watching: Watching,
  random: RandomSource,
  { id, value, path }: Key,
): Promise<void> {
  let revokedMs = Number.POSITIVE_INFINITY;
  const isDone = (): boolean => watching.isOver() || performance.now() > revokedMs + 3 * STALE_MS;
  const using = watching.services.map(async (_, place) => {
    while (!isDone()) {
      const startedMs = performance.now();
      const told = await callWith(watching.services[place], path, value);
      if (startedMs > revokedMs + STALE_MS) {
        watching.watch.judged.keys += 1;
        if (told?.status === 200) watching.watch.found(`keys: service ${place} takes a key that was revoked`);
      }
      await delay(PAUSE_MS);
    }
  });
  await delay(random.below(4 * PAUSE_MS));
  while (!watching.isOver() && revokedMs === Number.POSITIVE_INFINITY) {
    const told = await answerOf(any(watching, random), 'DELETE', `/api/personal_api_keys/${id}`);
    // 404: an attempt before, whose answer nobody heard, has revoked it.
    if (told?.status === 204 || told?.status === 404) revokedMs = performance.now();
    else await delay(PAUSE_MS);
  }
  await Promise.all(using);
}

async function callWith(
  service: ServiceProcess | undefined,
  path: string,
  key: string,
): ReturnType<typeof answerOf> {
  return service?.call('POST', path, { key, body: {} }).catch(() => undefined);
}

/** What is away may be told with 503; nothing else than that, and no answer where the service was killed. */
function judgeRefusal(watch: StaleWatch, told: Awaited<ReturnType<typeof answerOf>>, by: string): void {
  if (told !== undefined && told.status !== 503)
    watch.found(`${by} answered ${told.status}: ${JSON.stringify(told.json)}`);
}

async function newEndpoint(
  { services, projects: [project] }: Watching,
  name: string,
  query: string,
): Promise<Read> {
  const path = `/api/projects/${project.id}/endpoints`;
  const body = { name, query: { kind: 'HogQLQuery', query } };
  const [service] = services;
  const made = service && (await service.call('POST', path, { body }));
  if (made?.status !== 201) throw new Error(JSON.stringify(made));
  // Until everybody knows it.
  await delay(2 * STALE_MS);
  return { project, path: `${path}/${name}` };
}

function any({ services }: Watching, random: RandomSource): ServiceProcess {
  const service = services[random.below(services.length)];
  if (service === undefined) throw new Error('there is no service');
  return service;
}
