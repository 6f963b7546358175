import { checkJsonSize } from '../../base/check-json-size.ts';
import { uuidSource } from '../../base/ids.ts';
import { finish } from '../../base/loop-slices.ts';
import { type GeoipSource, placeFiller } from './event/geoip.ts';
import { type BatchContext, judgeBatch } from './judge-batch.ts';
import { bodyOf, type JudgedBody, judgeEvents } from './judge-events.ts';
import { CAPTURE_JSON_LIMITS } from './protocol/capture-json-limits.ts';
import { decodePayload } from './protocol/decode-payload.ts';
import { inflateBounded } from './protocol/inflate-bounded.ts';
import type { PackedPayload } from './protocol/packed-payload.ts';
import { readEnvelope } from './protocol/read-envelope.ts';
import { type JoinedRecords, joinRecords } from './spool/joined-records.ts';

// What threads do with large bodies. A thread returns only bytes and a few numbers: cloning the parsed body would hold
// the event loop as long as parsing does.

/** A body of the v0 protocol, as it came. */
export interface PackedBody {
  readonly payload: PackedPayload;
  readonly maxBytes: number;
  /** A capture token that stands in the body, and its project. */
  readonly token: string;
  readonly projectId: number;
  readonly nowMs: number;
  readonly defaultEvent: string | undefined;
  readonly geoip?: GeoipSource | undefined;
}

/** What accepting a body takes, with its records joined to one buffer. */
export interface JoinedBody extends Omit<JudgedBody, 'records'>, JoinedRecords {}

/** The parser found another token than the search did: nothing is judged, and the body is handed back. */
export interface OtherToken {
  readonly otherToken: string;
  readonly body: Uint8Array;
}

/** @throws AppError as `receive` does */
export async function judgePacked(packed: PackedBody): Promise<JoinedBody | OtherToken> {
  const { payload, maxBytes, projectId, nowMs, defaultEvent, geoip } = packed;
  const text = await decodePayload(payload, maxBytes);
  finish(checkJsonSize(text, CAPTURE_JSON_LIMITS));
  const { token, events, sentAtMs } = readEnvelope(text);
  if (token !== packed.token) return { otherToken: token, body: payload.body };
  const fillPlace = geoip && placeFiller(geoip);
  const context = { nowMs, sentAtMs, newUuid: uuidSource(), defaultEvent, fillPlace };
  return joined(bodyOf(finish(judgeEvents(projectId, events, context))));
}

/** A body of the v1 protocol, as it came. */
export interface PackedBatch extends BatchContext {
  readonly body: Uint8Array;
  readonly contentEncoding: string;
  readonly maxBytes: number;
}

export interface JoinedBatch extends JoinedBody {
  /** The text of the answer. */
  readonly answer: Uint8Array;
}

/** @throws AppError as `receiveV1` does */
export async function judgePackedBatch(packed: PackedBatch): Promise<JoinedBatch> {
  const { body, contentEncoding, maxBytes } = packed;
  const text = (await inflateBounded(body, contentEncoding, maxBytes)).toString('utf8');
  finish(checkJsonSize(text, CAPTURE_JSON_LIMITS));
  const { answer, ...judged } = finish(judgeBatch({ text }, packed));
  return { ...joined(judged), answer: new TextEncoder().encode(answer) };
}

function joined({ records, ...judged }: JudgedBody): JoinedBody {
  return { ...judged, ...joinRecords(records) };
}
