import { expect, test } from 'vitest';
import type { WorkerTask } from '../../adapters/workers/workers.ts';
import { AppError } from '../../base/errors.ts';
import { judgeBatchInThread, judgeInThread } from './judge-in-thread.ts';

// [CAP-2.10], [CAP-2.12].

const full = {
  catalog: { byCaptureToken: async () => 1 },
  workers: {
    run: async ({ ownShareCode = 'throttled' }: WorkerTask<never, unknown>) => {
      throw new AppError(ownShareCode, 'Too much work of this project waits.', { retryAfterSeconds: 3 });
    },
  },
} as unknown as Parameters<typeof judgeInThread>[0];
const body = Buffer.from('[]');
const packed = { maxBytes: 100, token: 'slc_test', projectId: 1, nowMs: 0, defaultEvent: undefined };
const payload = { body, contentType: '', contentEncoding: '', data: '', compression: '' };
const batch = { projectId: 1, sdkInfo: '', sentAt: '', nowMs: 0, body, contentEncoding: '', maxBytes: 100 };

test('a project with too many bodies is told 503, at which every SDK sends again', async () => {
  const busy = { code: 'capture_capacity', retryAfterSeconds: 3 };
  await expect(judgeInThread(full, { ...packed, payload }, undefined)).rejects.toMatchObject(busy);
  await expect(judgeBatchInThread(full, batch, undefined)).rejects.toMatchObject(busy);
});
