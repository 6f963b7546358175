import type { Sliced } from '../../base/loop-slices.ts';
import type { EventResult } from '../../schema/event-v1.ts';
import { parseTimestampUs } from './event/event-time.ts';
import { type GeoipSource, placeFiller } from './event/geoip.ts';
import { bodyOf, type JudgedBody, type Judgement, judgeEvents } from './judge-events.ts';
import { readBatchV1 } from './protocol/read-batch-v1.ts';
import type { UnpackedText } from './protocol/unpack-body.ts';

/** The text of a v1 batch is judged in this context. */
export interface BatchContext {
  readonly projectId: number;
  /** The SDK that sent the batch, from the headers of the request. */
  readonly sdkInfo: string;
  readonly sentAt: string;
  /** The server's time of this request, milliseconds since 1970. */
  readonly nowMs: number;
  readonly geoip?: GeoipSource | undefined;
}

export interface JudgedBatch extends JudgedBody {
  /** The JSON text that tells for each event what became of it. */
  readonly answer: string;
}

/** @throws AppError as `readBatchV1` */
export function* judgeBatch({ text, isExact }: UnpackedText, context: BatchContext): Sliced<JudgedBatch> {
  const { projectId, sdkInfo, sentAt, nowMs, geoip } = context;
  const { events, names, isHistorical } = readBatchV1(text, sdkInfo, isExact);
  const sentAtUs = isHistorical ? null : parseTimestampUs(sentAt);
  const sentAtMs = sentAtUs === null ? null : sentAtUs / 1000;
  const fillPlace = geoip && placeFiller(geoip);
  const judged = yield* judgeEvents(projectId, events, { nowMs, sentAtMs, newUuid: null, fillPlace });
  const results = Object.fromEntries(names.map((name, index) => [name, resultOf(judged.judgements[index])]));
  return { ...bodyOf(judged), answer: JSON.stringify({ results }) };
}

function resultOf(judged: Judgement | undefined): EventResult {
  if (judged === undefined || judged.kind === 'rejected')
    return { result: 'drop', details: judged?.reason ?? 'not_judged' };
  return judged.warning === undefined ? { result: 'ok' } : { result: 'warning', details: judged.warning };
}
