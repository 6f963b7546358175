import type { Author } from '../../adapters/store/endpoint-row.ts';
import type { CaptureServices } from '../capture/capture-services.ts';
import { receive } from '../capture/receive.ts';
import type { EndpointServices } from '../endpoints/endpoint-services.ts';
import { createDemoEndpoints } from './create-demo-endpoints.ts';
import type { DemoEvent } from './diary.ts';
import { generateDemo } from './generate-demo.ts';

/** Events sent as one batch. */
const BATCH_EVENTS = 1_000;

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
    await send(services, target.captureToken, batch, loaded === events.length);
    onProgress(loaded, events.length);
  }
  await createDemoEndpoints(services, target);
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
