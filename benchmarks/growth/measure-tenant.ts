import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { importFile } from '../../src/services/capture/import/import-file.ts';
import type { TestProject, TestService } from '../../test/fixtures/start-service.ts';
import { EndpointCaller } from '../lookups/ask-sluice.ts';
import { ORDINARY } from '../lookups/customer-events.ts';
import { batchRequest, captureBatch, EVENTS_PER_BATCH } from '../measure/capture-batch.ts';
import { ROW_SHAPES, writeShape } from '../measure/import-shapes-of-rows.ts';
import { load } from '../measure/load.ts';
import { inRounds, median } from '../measure/round.ts';

/** One number of a tenant. */
export interface Measured {
  readonly what: string;
  readonly value: number;
  readonly unit: 'ms' | 'events/s';
}

/** The endpoint that `measureReads` runs besides those of the questions. */
export const TREND = 'calls_by_day';
export const TREND_QUERY = {
  kind: 'TrendsQuery',
  series: [{ kind: 'EventsNode', event: 'api_call' }],
  dateRange: { date_from: '2026-06-01', date_to: '2026-06-30' },
};

const ROUNDS = 20;
const CONNECTIONS = 4;
const CAPTURE_MS = 5_000;
const IMPORTED = 100_000;

/** Medians of whole runs over HTTP, past every cache. */
export async function measureReads(project: TestProject): Promise<readonly Measured[]> {
  const caller = new EndpointCaller(project);
  const timed = (run: () => Promise<unknown>) => async () => {
    const startedMs = performance.now();
    await run();
    return performance.now() - startedMs;
  };
  const times = await inRounds(ROUNDS, {
    'lookup, 30 days': timed(() => caller.run('usage_30_days', { customer: ORDINARY })),
    'lookup, last 100': timed(() => caller.run('last_100_events', { customer: ORDINARY })),
    'trend, 30 days': timed(() => caller.run(TREND)),
  });
  await caller.close();
  return Object.entries(times).map(([what, all]) => ({ what, value: median(all), unit: 'ms' }));
}

/** Events a second that queries see, captured and imported. */
export async function measureWrites(
  service: TestService,
  project: TestProject,
): Promise<readonly Measured[]> {
  return [
    { what: 'capture', value: await captured(project), unit: 'events/s' },
    { what: 'import', value: await imported(service, project), unit: 'events/s' },
  ];
}

async function captured({ url, captureToken }: TestProject): Promise<number> {
  const body = captureBatch(captureToken);
  const startedMs = performance.now();
  const { requests } = await load({
    port: Number(new URL(url).port),
    request: batchRequest(body),
    connections: CONNECTIONS,
    durationMs: CAPTURE_MS,
  });
  // The last batch is answered when queries see all.
  const last = await fetch(`${url}/batch/?wait=true`, { method: 'POST', body });
  if (last.status !== 200) throw new Error(await last.text());
  return perSecond((requests + 1) * EVENTS_PER_BATCH, startedMs);
}

async function imported({ services }: TestService, { projectId }: TestProject): Promise<number> {
  const [shape] = ROW_SHAPES;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sluice-bench-'));
  try {
    const file = path.join(folder, 'events.jsonl');
    if (shape !== undefined) await writeShape(file, shape, IMPORTED);
    const startedMs = performance.now();
    await importFile(services, { projectId, path: file });
    return perSecond(IMPORTED, startedMs);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function perSecond(events: number, startedMs: number): number {
  return events / ((performance.now() - startedMs) / 1000);
}
