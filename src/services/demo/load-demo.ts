import type { Author } from '../../adapters/store/endpoint-row.ts';
import { isAppError } from '../../base/errors.ts';
import { wait } from '../../base/wait.ts';
import type { CaptureServices } from '../capture/capture-services.ts';
import { receive } from '../capture/receive.ts';
import type { EndpointServices } from '../endpoints/endpoint-services.ts';
import { createDemoEndpoints } from './create-demo-endpoints.ts';
import type { DemoEvent } from './diary.ts';
import { generateDemo } from './generate-demo.ts';

/** Events sent as one batch. */
const BATCH_EVENTS = 1_000;

/** Of the last batch; each waits some seconds until its events are seen. */
const MOST_TRIES = 30;
const AGAIN_AFTER_MS = 1_000;

/** Where the demo goes and who is named as its author. */
export interface DemoTarget {
  readonly projectId: number;
  readonly captureToken: string;
  readonly author: Author;
  /** Milliseconds since 1970: the demo ends on the day before. The same time makes the same events. */
  readonly nowMs: number;
}

/** Called after each batch. */
export type DemoProgress = (loadedEvents: number, allEvents: number) => void;

/**
 * Loads the demo into a project the way a customer would: events through capture, then the endpoints. When this
 * resolves, queries see everything. Repeating it with the same `nowMs` changes nothing: event ids are derived, and
 * endpoints that exist are left alone.
 */
export async function loadDemo(
  services: CaptureServices & EndpointServices,
  target: DemoTarget,
  onProgress: DemoProgress,
): Promise<void> {
  const events = generateDemo(target);
  for (let start = 0; start < events.length; start += BATCH_EVENTS) {
    const batch = events.slice(start, start + BATCH_EVENTS);
    const loaded = start + batch.length;
    if (loaded < events.length) await send(services, target.captureToken, batch, false);
    else await sendUntilSeen(services, target.captureToken, batch);
    onProgress(loaded, events.length);
  }
  await createDemoEndpoints(services, target);
}

/**
 * Sends the last batch until queries see it. On a machine without a free processor that takes longer than a sender
 * would wait; the events are stored meanwhile, and the same batch again changes nothing.
 */
async function sendUntilSeen(
  services: CaptureServices,
  captureToken: string,
  batch: readonly DemoEvent[],
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send(services, captureToken, batch, true);
    } catch (error) {
      if (tries === MOST_TRIES || !isAppError(error, 'engine_unavailable')) throw error;
      await wait(AGAIN_AFTER_MS);
    }
  }
}

async function send(
  services: CaptureServices,
  captureToken: string,
  batch: readonly DemoEvent[],
  isLast: boolean,
): Promise<void> {
  await receive(services, {
    payload: {
      body: Buffer.from(JSON.stringify({ api_key: captureToken, batch })),
      contentType: 'application/json',
      contentEncoding: '',
      data: '',
      compression: '',
    },
    nowMs: services.clock.nowMs(),
    address: 'demo',
    waitUntilVisible: isLast,
  });
}
