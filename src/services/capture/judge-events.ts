import type { Sliced } from '../../base/loop-slices.ts';
import { type NormalizeContext, type Normalized, normalizeEvent } from './event/normalize-event.ts';
import { RecordPart } from './spool/record-part.ts';
import type { SpooledWarning } from './spool/spool-record.ts';

/** What became of one event. */
export type Judgement =
  | Pick<Extract<Normalized, { kind: 'accepted' }>, 'kind' | 'warning'>
  | Extract<Normalized, { kind: 'rejected' }>;

/**
 * The events of one request in the form of the spool. It holds nothing of the parsed request: such values would outlive
 * the wait for the disk, and collecting them from the old generation took much of the time.
 */
export interface JudgedEvents {
  readonly projectId: number;
  /** One judgement for each event, in order. */
  readonly judgements: readonly Judgement[];
  /** The accepted events, ready for the spool. */
  readonly records: readonly Uint8Array[];
}

/** What accepting the events of a request takes. */
export interface JudgedBody extends Omit<JudgedEvents, 'judgements'> {
  readonly accepted: number;
  readonly rejected: number;
  /** Why the first event is not taken; null when it is. */
  readonly firstRejection: string | null;
}

export function bodyOf({ projectId, judgements, records }: JudgedEvents): JudgedBody {
  const accepted = judgements.filter(({ kind }) => kind === 'accepted').length;
  const [first] = judgements;
  const firstRejection = first?.kind === 'rejected' ? first.reason : null;
  return { projectId, records, accepted, rejected: judgements.length - accepted, firstRejection };
}

/**
 * Judges events one by one, and stops after each. Each rejection and each warning is also listed for the owner of the
 * project.
 * @param sent events in the v0 form, of one request whose token is already checked
 */
export function* judgeEvents(
  projectId: number,
  sent: readonly unknown[],
  context: NormalizeContext,
): Sliced<JudgedEvents> {
  const judgements: Judgement[] = [];
  const records: Uint8Array[] = [];
  const facts = { projectId, receivedAtMs: context.nowMs };
  let part = new RecordPart(sent.length);
  for (const [index, each] of sent.entries()) {
    const judged = normalizeEvent(each, context);
    judgements.push(judgementOf(judged));
    part.add(judged, warningOf(judged, index));
    if (part.isFull) {
      records.push(part.end(facts));
      part = new RecordPart(sent.length - index);
    }
    yield;
  }
  if (!part.isEmpty) records.push(part.end(facts));
  return { projectId, judgements, records };
}

const ACCEPTED: Judgement = { kind: 'accepted' };

function judgementOf(judged: Normalized): Judgement {
  if (judged.kind === 'rejected') return judged;
  return judged.warning === undefined ? ACCEPTED : { kind: 'accepted', warning: judged.warning };
}

function warningOf(judged: Normalized, index: number): SpooledWarning | null {
  if (judged.kind === 'rejected') return { reason: judged.reason, details: { index, is_rejected: true } };
  if (judged.warning === undefined) return null;
  const { uuid, facts } = judged.event;
  return { reason: judged.warning, details: { index, uuid, event: facts.event } };
}
