import type { ReactElement } from 'react';
import styles from './flow-bar.module.css';
import { formatCount, formatShare } from './format.ts';
import { TipText } from './tip.tsx';

/** From where the runs of a period were answered. All are counts of runs. */
export interface FlowCounts {
  readonly cache: number;
  readonly snapshot: number;
  readonly direct: number;
  /** Runs that ended in an error; they are in none of the others. */
  readonly errors: number;
}

const PARTS = [
  { member: 'cache', word: 'cache' },
  { member: 'snapshot', word: 'snapshot' },
  { member: 'direct', word: 'direct' },
  { member: 'errors', word: 'errors' },
] as const satisfies readonly { readonly member: keyof FlowCounts; readonly word: string }[];

/** "86 % cache, 13 % direct, 1 % errors" */
function describeFlow(counts: FlowCounts): string {
  const all = totalOf(counts);
  if (all === 0) return 'No runs in this period';
  return PARTS.filter(({ member }) => counts[member] > 0)
    .map(({ member, word }) => `${formatShare(counts[member] / all)} ${word}`)
    .join(', ');
}

/** "86 · 13 · 1 %": the shares in the order of the bar, for captions of rows. */
export function captionOfFlow(counts: FlowCounts): string {
  const all = totalOf(counts);
  const shares = PARTS.filter(({ member }) => counts[member] > 0).map(({ member }) =>
    formatShare(counts[member] / all),
  );
  return `${shares.map((share) => share.replace(/\s*%$/, '')).join(' · ')}\u202f%`;
}

/**
 * The flow bar: a strip that says from where answers were served. Cache is solid petrol, snapshot solid indigo, direct
 * ochre hatching, errors red notches at the end, which stay at least 3 px wide, so that one error is seen.
 */
export function FlowBar(props: {
  readonly counts: FlowCounts;
  readonly size?: 'row' | 'head';
}): ReactElement {
  const all = totalOf(props.counts);
  return (
    <div
      className={styles.bar}
      data-size={props.size ?? 'row'}
      role="img"
      aria-label={`Served: ${describeFlow(props.counts)}`}
    >
      {all > 0 &&
        PARTS.filter(({ member }) => props.counts[member] > 0).map(({ member }) => (
          <span key={member} className={styles[member]} style={{ flexGrow: props.counts[member] / all }} />
        ))}
    </div>
  );
}

/** What the patterns of the flow bar mean, with shares and counts. */
export function FlowLegend({ counts }: { readonly counts: FlowCounts }): ReactElement {
  const all = totalOf(counts);
  return (
    <ul className={styles.legend}>
      {PARTS.map(({ member, word }) => (
        <li key={member} data-none={counts[member] === 0 || undefined}>
          <span className={styles.key} aria-hidden="true">
            <span className={styles[member]} />
          </span>
          {word}
          <TipText text={`${formatCount(counts[member])} runs`}>
            <b>{all === 0 ? '–' : formatShare(counts[member] / all)}</b>
          </TipText>
        </li>
      ))}
    </ul>
  );
}

function totalOf({ cache, snapshot, direct, errors }: FlowCounts): number {
  return cache + snapshot + direct + errors;
}
