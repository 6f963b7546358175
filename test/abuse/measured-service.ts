import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { GivenSettings } from '../../src/app/config.ts';
import { startTestService } from '../fixtures/start-service.ts';
import { HOLD_HEADER, holdLoop, LoopMeter, type LoopReading } from './loop-meter.ts';

// The service of the cases of abuse: the whole one, in a process of its own that measures its event loop. It is told by
// messages when a measurement begins and ends; what is measured comes over HTTP.

/** What the test asks of the process. */
export type Order =
  | { readonly kind: 'begin' }
  | { readonly kind: 'end' }
  /** A statement of the engine's writer, to put events in. */
  | { readonly kind: 'execute'; readonly sql: string };

export type Report =
  | { readonly kind: 'ready'; readonly url: string; readonly rootKey: string; readonly captureToken: string }
  | { readonly kind: 'done'; readonly reading: LoopReading | null };

const settings: GivenSettings = JSON.parse(process.argv[2] ?? '{}');
const service = await startTestService(settings);
await service.services.engine.ensureProject(1);
const meter = new LoopMeter();

async function obey(order: Order): Promise<LoopReading | null> {
  switch (order.kind) {
    case 'begin':
      meter.begin();
      return null;
    case 'end':
      return meter.end();
    case 'execute':
      await service.services.engine.command(order.sql);
      return null;
  }
}

function report(message: Report): void {
  process.send?.(message);
}

subscribe('http.server.request.start', (message) => {
  const { request } = message as { readonly request: IncomingMessage };
  holdLoop(Number(request.headers[HOLD_HEADER] ?? 0));
});

process.on('message', async (order: Order) => report({ kind: 'done', reading: await obey(order) }));
process.once('disconnect', async () => {
  await service.close();
  process.exit(0);
});
report({
  kind: 'ready',
  url: service.url,
  rootKey: service.rootKey,
  captureToken: service.captureToken,
});
