import { type NormalizeContext, type Normalized, normalizeEvent } from './event/normalize-event.ts';
import { PropertyCounter } from './event/property-counter.ts';
import { encodeRecord, type SpooledWarning } from './spool/spool-record.ts';

/** What became of one event. */
export type Judgement =
  | Pick<Extract<Normalized, { kind: 'accepted' }>, 'kind' | 'warning'>
  | Extract<Normalized, { kind: 'rejected' }>;

/**
 * The events of one request in the form of the spool. Holds nothing of what was parsed: that would outlive the wait for
 * the disk, and much of the time went into collecting it from the old generation.
 */
export interface JudgedEvents {
  readonly projectId: number;
  /** One for each event, in order. */
  readonly judgements: readonly Judgement[];
  /** Bytes of the record of those that are accepted. */
  readonly record: Buffer;
}

/**
 * Judges events one by one. Each rejection and each warning is also listed for the owner of the project.
 * @param sent events of one request whose token is already checked, in the v0 form
 */
export function judgeEvents(
  projectId: number,
  sent: readonly unknown[],
  context: NormalizeContext,
): JudgedEvents {
  const judged = sent.map((each) => normalizeEvent(each, context));
  const accepted = judged.filter((each) => each.kind === 'accepted');
  const counter = new PropertyCounter();
  for (const { event, properties } of accepted) counter.add(event.facts, properties);
  const record = encodeRecord({
    projectId,
    receivedAtMs: context.nowMs,
    propertyCounts: counter.counts(),
    warnings: judged.flatMap((each, index) => warningOf(each, index) ?? []),
    events: accepted.map(({ event }) => event),
  });
  return { projectId, judgements: judged.map(judgementOf), record };
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
