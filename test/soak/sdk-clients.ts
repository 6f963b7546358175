import { setTimeout as delay } from 'node:timers/promises';
import { PostHog } from 'posthog-node';
import type { Site } from '../contract/capture/open-page.ts';
import type { SoakCounts } from './soak-counts.ts';
import type { SentEvent } from './tenant-model.ts';

/** Within it a client has sent what it has, or gives up. */
const MOST_MS = 5_000;

/** Where a client sends to. */
export interface SdkTarget {
  readonly url: string;
  readonly captureToken: string;
  readonly counts: SoakCounts;
}

export interface SdkSent {
  /** What the client has made of the events. */
  readonly events: readonly SentEvent[];
  /** True: every event stands in a call that was answered 200, so that none may be lost. */
  readonly isAcknowledged: boolean;
}

/** Sends by posthog-node, in the older or the newer protocol. It gives up at some time. */
export async function sendByNode(
  mode: 'v0' | 'v1',
  target: SdkTarget,
  events: readonly SentEvent[],
): Promise<SdkSent> {
  const client = makeNodeClient(mode, target);
  let isRefused = false;
  client.on('error', () => {
    isRefused = true;
  });
  for (const { uuid, event, distinct_id: distinctId, timestamp, properties } of events)
    client.capture({
      uuid,
      event,
      distinctId,
      timestamp: new Date(timestamp),
      properties: { ...properties },
    });
  await client.shutdown(MOST_MS).catch(() => {
    isRefused = true;
  });
  target.counts.add(`events by posthog-node ${mode}`, events.length);
  return { events, isAcknowledged: !isRefused };
}

/** The mode is a setting of the client's environment, read when it is made. */
function makeNodeClient(mode: 'v0' | 'v1', { url, captureToken, counts }: SdkTarget): PostHog {
  process.env['POSTHOG_CAPTURE_MODE'] = mode;
  try {
    return new PostHog(captureToken, {
      host: url,
      flushAt: 20,
      flushInterval: 100,
      fetchRetryCount: 2,
      fetchRetryDelay: 200,
      fetch: async (address, options) => {
        const answer = await fetch(address, options as RequestInit);
        counts.add(`calls of posthog-node ${mode}: ${answer.status}`);
        return answer;
      },
    });
  } finally {
    delete process.env['POSTHOG_CAPTURE_MODE'];
  }
}

/** A visitor of a page who signs in half way through the events. */
export interface Visit {
  readonly user: string;
  readonly events: readonly SentEvent[];
  /** When the sign-in was, ISO 8601. */
  readonly identifyAt: string;
  /** Else each event is a call of its own. */
  readonly isBatched: boolean;
}

/**
 * Sends by posthog-js in a page, event by event or in batches, of which the last leaves by beacon when the page closes.
 * What the client made of the visit is seen by its own hook before it is sent.
 */
export async function sendByBrowser(site: Site, target: SdkTarget, visit: Visit): Promise<SdkSent> {
  const { url, captureToken, counts } = target;
  const page = await site.open();
  try {
    let taken = 0;
    page.on('response', (answer) => {
      if (!/\/(e|i\/v0\/e)\//.test(answer.url()) || answer.request().method() !== 'POST') return;
      counts.add(`calls of posthog-js: ${answer.status()}`);
      if (answer.status() === 200) taken += 1;
    });
    const script = visitScript({ url, captureToken, visit });
    const made = (await page.evaluate(script)) as readonly SentEvent[];
    const allTaken = (): boolean => !visit.isBatched && taken === made.length;
    const mostMs = visit.isBatched ? 300 : MOST_MS;
    for (let waitedMs = 0; waitedMs < mostMs && !allTaken(); waitedMs += 50) await delay(50);
    await page.goto('about:blank');
    counts.add('events by posthog-js', made.length);
    return { events: made, isAcknowledged: allTaken() };
  } finally {
    await page.context().close();
  }
}

/** The hook gives each event the time that the soak wants, also to those that the client makes by itself. */
function visitScript(parts: {
  readonly url: string;
  readonly captureToken: string;
  readonly visit: Visit;
}): string {
  return `(({ url, captureToken, visit }) => {
    const made = [];
    let timestamp = visit.identifyAt;
    posthog.init(captureToken, {
      api_host: url,
      persistence: 'memory',
      person_profiles: 'always',
      request_batching: visit.isBatched,
      request_queue_config: { flush_interval_ms: 250 },
      autocapture: false,
      capture_pageview: false,
      capture_pageleave: false,
      disable_external_dependency_loading: true,
      opt_out_useragent_filter: true,
      before_send: (event) => {
        event.timestamp = new Date(timestamp);
        const { uuid, properties } = event;
        made.push({ uuid, event: event.event, distinct_id: properties.distinct_id, timestamp, properties });
        return event;
      },
    });
    posthog.register({ n: 1, $ignore_sent_at: true });
    visit.events.forEach((event, place) => {
      if (place === Math.floor(visit.events.length / 2)) {
        timestamp = visit.identifyAt;
        posthog.identify(visit.user);
      }
      timestamp = event.timestamp;
      posthog.capture(event.event, event.properties, { uuid: event.uuid });
    });
    return made;
  })(${JSON.stringify(parts)})`;
}
