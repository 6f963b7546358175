import type { Sliced } from '../../base/loop-slices.ts';
import { type NormalizeContext, type Normalized, normalizeEvent } from './event/normalize-event.ts';
import { PropertyCounter } from './event/property-counter.ts';
import { RecordWriter, type SpooledWarning } from './spool/spool-record.ts';

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
 * Judges events one by one, and stops after each. Each rejection and each warning is also listed for the owner of the
 * project.
 * @param sent events of one request whose token is already checked, in the v0 form
 */
export function* judgeEvents(
  projectId: number,
  sent: readonly unknown[],
  context: NormalizeContext,
): Sliced<JudgedEvents> {
  const judgements: Judgement[] = [];
  const warnings: SpooledWarning[] = [];
  const counter = new PropertyCounter();
  const record = new RecordWriter(sent.length);
  for (const [index, each] of sent.entries()) {
    const judged = normalizeEvent(each, context);
    judgements.push(judgementOf(judged));
    const warning = warningOf(judged, index);
    if (warning !== null) warnings.push(warning);
    if (judged.kind === 'accepted') {
      counter.add(judged.event.facts, judged.properties);
      record.add(judged.event);
    }
    yield;
  }
  const facts = { projectId, receivedAtMs: context.nowMs, propertyCounts: counter.counts(), warnings };
  return { projectId, judgements, record: record.end(facts) };
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
