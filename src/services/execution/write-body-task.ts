import type { WorkerTask } from '../../adapters/workers/workers.ts';
import type { InsightBody, SentBody } from './insight-body.ts';

/** Makes the answer of an insight and writes it. */
export const writeBodyTask: WorkerTask<SentBody, InsightBody> = {
  name: 'write the body of an insight',
  busyCode: 'query_capacity',
  load: async () => (await import('./insight-body.ts')).insightBodyOfSent,
};
