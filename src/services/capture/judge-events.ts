import { type NormalizeContext, type Normalized, normalizeEvent } from './event/normalize-event.ts';
import type { PropertyMemory, PropertyNote } from './spool/property-memory.ts';
import { encodeRecord, type SpooledWarning } from './spool/spool-record.ts';

/** Events of one request whose token is already checked. */
interface SentEvents {
  readonly projectId: number;
  /** As sent, in the v0 form. */
  readonly events: readonly unknown[];
}

/** What became of one event. */
export type Judgement =
  | Pick<Extract<Normalized, { kind: 'accepted' }>, 'kind' | 'warning'>
  | Extract<Normalized, { kind: 'rejected' }>;

/**
 * The events of one request in the form of the spool. Holds nothing of what was parsed: that would outlive the wait for the
 * disk, and much of the time went into collecting it from the old generation.
 */
export interface JudgedEvents {
  readonly projectId: number;
  /** One for each event, in order. */
  readonly judgements: readonly Judgement[];
  /** Bytes of the record of those that are accepted. */
  readonly record: Buffer;
  readonly note: PropertyNote;
}

/** Judges events one by one. Each rejection and each warning is also listed for the owner of the project. */
export function judgeEvents(
  memory: PropertyMemory,
  { projectId, events: sent }: SentEvents,
  context: NormalizeContext,
): JudgedEvents {
  const judged = sent.map((each) => normalizeEvent(each, context));
  const accepted = judged.filter((each) => each.kind === 'accepted');
  const note = memory.open(projectId);
  for (const { event, properties } of accepted) note.add(event.facts, properties);
  const record = encodeRecord({
    projectId,
    receivedAtMs: context.nowMs,
    definitions: note.definitions(),
    propertyCounts: note.counts(),
    warnings: judged.flatMap((each, index) => warningOf(each, index) ?? []),
    events: accepted.map(({ event }) => event),
  });
  return { projectId, judgements: judged.map(judgementOf), record, note };
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
