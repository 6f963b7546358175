import { z } from 'zod';
import { RANK_LENGTH } from '../../adapters/kv/kv.ts';
import { INSIGHT_FORMATS } from '../../schema/output-format.ts';
import { StoredResult } from './stored-result.ts';

/** Raised when the bytes change, so that builds beside each other do not read those of the other. */
const FORM = 1;
const HEAD_LENGTH = RANK_LENGTH + 1 + 4;

const factsSchema = z.strictObject({
  computedAtMs: z.number(),
  executionId: z.string(),
  etag: z.string(),
  format: z.enum(INSIGHT_FORMATS),
  rowCount: z.number(),
  statistics: z.strictObject({
    rowsRead: z.number(),
    bytesRead: z.number(),
    elapsedMs: z.number(),
    memoryBytes: z.number(),
  }),
  sql: z.array(z.string()),
});

/** A result for other services: time of its computation in digits, form, length of the facts, facts, body. */
export function writeResult(result: StoredResult): Buffer {
  const { computedAtMs, executionId, etag, format, rowCount, statistics, sql, head } = result;
  const facts = Buffer.from(
    JSON.stringify({ computedAtMs, executionId, etag, format, rowCount, statistics, sql }),
  );
  const begin = Buffer.alloc(HEAD_LENGTH);
  begin.write(String(computedAtMs).padStart(RANK_LENGTH, '0'), 'latin1');
  begin.writeUInt8(FORM, RANK_LENGTH);
  begin.writeUInt32BE(facts.length, RANK_LENGTH + 1);
  return Buffer.concat([begin, facts, head]);
}

/** The result in bytes of `writeResult`; undefined for those of another build, or of nobody. */
export function readResult(bytes: Buffer): StoredResult | undefined {
  if (bytes.length < HEAD_LENGTH || bytes.readUInt8(RANK_LENGTH) !== FORM) return undefined;
  const end = HEAD_LENGTH + bytes.readUInt32BE(RANK_LENGTH + 1);
  const facts = factsSchema.safeParse(jsonOf(bytes.subarray(HEAD_LENGTH, end)));
  // A copy: the bytes may be a small part of a large buffer.
  return facts.success
    ? new StoredResult({ ...facts.data, head: Buffer.from(bytes.subarray(end)) })
    : undefined;
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
