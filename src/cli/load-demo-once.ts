import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Settings } from '../app/config.ts';
import { credentialsFile, type RunningService } from '../app/lifecycle.ts';
import { authenticate } from '../services/access/authenticate.ts';
import { loadDemo } from '../services/demo/load-demo.ts';
import { progressBar } from './progress-bar.ts';

const pendingSchema = z.object({ nowMs: z.number() });
const credentialsSchema = z.object({
  project_id: z.number(),
  root_key: z.string(),
  capture_token: z.string(),
});

/**
 * Loads the demo on the first start, or goes on with it when the first start was ended in the middle: a small file
 * remembers the demo's time until everything is there. Later starts leave the store to its owner.
 */
export async function loadDemoOnce(
  settings: Settings,
  { services, credentials }: RunningService,
): Promise<void> {
  const pendingFile = path.join(settings.dataDir, 'demo-pending.json');
  const pending = existsSync(pendingFile) ? pendingSchema.parse(readJson(pendingFile)) : undefined;
  if (credentials === null && pending === undefined) return;
  const nowMs = pending?.nowMs ?? services.clock.nowMs();
  writeFileSync(pendingFile, JSON.stringify({ nowMs }));

  const kept = credentials ?? credentialsSchema.parse(readJson(credentialsFile(settings)));
  const { keyId, label } = await authenticate(services, `Bearer ${kept.root_key}`);
  const bar = progressBar('Loading the demo');
  await loadDemo(
    services,
    { projectId: kept.project_id, captureToken: kept.capture_token, author: { keyId, label }, nowMs },
    bar.update,
  );
  bar.end();
  rmSync(pendingFile);
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
