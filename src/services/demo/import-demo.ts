import { listEventNames } from '../../adapters/store/definition-store.ts';
import { AppError } from '../../base/errors.ts';
import { checkShape } from '../../schema/check-shape.ts';
import { type ImportAnswer, importQuerySchema } from '../../schema/import.ts';
import type { Caller } from '../caller.ts';
import { createImport, type QueueingServices } from '../capture/import/create-import.ts';
import type { EndpointServices } from '../endpoints/endpoint-services.ts';
import { createDemoEndpoints } from './create-demo-endpoints.ts';
import { demoLinesTask } from './demo-lines-task.ts';

/**
 * Loads the demo into a project that has seen no event: its events as an import, which is running when this resolves,
 * and its endpoints. The events have the ids that those of the same day have elsewhere, so that a second call before
 * the first event is there changes nothing.
 * @throws AppError project_not_empty; throttled and capture_capacity when too many imports or threads wait
 */
export async function importDemo(
  services: QueueingServices & EndpointServices,
  caller: Caller,
): Promise<ImportAnswer> {
  const { projectId, signal = () => new AbortController().signal } = caller;
  const [seen] = await listEventNames(services.database.query, projectId, 1);
  if (seen !== undefined)
    throw new AppError(
      'project_not_empty',
      'The project has seen events; the demo goes only into one that has not.',
    );
  const nowMs = services.clock.nowMs();
  const lines = await services.workers.run(demoLinesTask, nowMs, { projectId, signal: signal() });
  const query = checkShape(importQuerySchema, { file_name: 'demo.jsonl' });
  const started = await createImport(services, projectId, { query, mapping: null, body: inPieces(lines) });
  await createDemoEndpoints(services, caller);
  return started;
}

/** Bytes of a piece, so that storing them holds nobody up. */
const PIECE_BYTES = 256 * 1024;

async function* inPieces(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
