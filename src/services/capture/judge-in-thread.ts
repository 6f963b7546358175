import { ownBytes } from '../../adapters/workers/own-bytes.ts';
import type { WorkerTask } from '../../adapters/workers/workers.ts';
import type { CaptureServices } from './capture-services.ts';
import type { JudgedBatch } from './judge-batch.ts';
import type { JudgedBody } from './judge-events.ts';
import type { JoinedBatch, JoinedBody, OtherToken, PackedBatch, PackedBody } from './judge-packed.ts';
import { separateRecords } from './spool/joined-records.ts';

/** 503 also when a project has its share of the queue: browsers drop a batch that is answered with 429. */
const BUSY = { busyCode: 'capture_capacity', ownShareCode: 'capture_capacity' } as const;

export const judgePackedTask: WorkerTask<PackedBody, JoinedBody | OtherToken> = {
  name: 'judge a body of events',
  ...BUSY,
  load: async () => (await import('./judge-packed.ts')).judgePacked,
};

export const judgePackedBatchTask: WorkerTask<PackedBatch, JoinedBatch> = {
  name: 'judge a batch of events',
  ...BUSY,
  load: async () => (await import('./judge-packed.ts')).judgePackedBatch,
};

type ThreadServices = Pick<CaptureServices, 'catalog' | 'workers'>;

/**
 * Unpacks, parses and judges a large body in a thread.
 * @returns null when the parser finds another token than the search did, and that token is not known
 * @throws AppError as `judgePacked`; capture_capacity (too many bodies wait); what `signal` aborts with
 */
export async function judgeInThread(
  { catalog, workers }: ThreadServices,
  packed: Omit<PackedBody, 'projectId'>,
  signal: AbortSignal | undefined,
): Promise<JudgedBody | null> {
  let { token, payload } = packed;
  for (;;) {
    const projectId = await catalog.byCaptureToken(token);
    if (projectId === undefined) return null;
    const body = ownBytes(payload.body);
    const given = { ...packed, token, projectId, payload: { ...payload, body } };
    const judged = await workers.run(judgePackedTask, given, callOf(projectId, body, signal));
    if (!('otherToken' in judged)) return separated(judged);
    token = judged.otherToken;
    payload = { ...payload, body: judged.body };
  }
}

/** As `judgeInThread`, for the v1 protocol, whose token stands in a header. */
export async function judgeBatchInThread(
  { workers }: ThreadServices,
  packed: PackedBatch,
  signal: AbortSignal | undefined,
): Promise<Omit<JudgedBatch, 'answer'> & { readonly answer: Uint8Array }> {
  const body = ownBytes(packed.body);
  const call = callOf(packed.projectId, body, signal);
  const { answer, ...judged } = await workers.run(judgePackedBatchTask, { ...packed, body }, call);
  return { ...separated(judged), answer };
}

function callOf(projectId: number, { buffer }: Uint8Array<ArrayBuffer>, signal: AbortSignal = NEVER) {
  return { projectId, signal, transfer: [buffer] };
}

const NEVER = new AbortController().signal;

function separated({ bytes, lengths, ...judged }: JoinedBody): JudgedBody {
  return { ...judged, records: separateRecords({ bytes, lengths }) };
}
