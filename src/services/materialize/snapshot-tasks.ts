import type { WorkerTask } from '../../adapters/workers/workers.ts';
import type { SentSource } from '../execution/insight-body.ts';
import type { AnswerFile } from './answer-file.ts';

/** Compares two answers of an insight. */
export const compareTask: WorkerTask<{ readonly a: SentSource; readonly b: SentSource }, boolean> = {
  name: 'compare two answers of an insight',
  busyCode: 'query_capacity',
  load: async () => (await import('./compare-insights.ts')).isSameSent,
};

/** Makes the answer of an insight and writes it as snapshots keep it. */
export const writeAnswerTask: WorkerTask<SentSource, AnswerFile> = {
  name: 'write the answer of an insight for its snapshot',
  busyCode: 'query_capacity',
  load: async () => (await import('./answer-file.ts')).answerFileOfSent,
};
