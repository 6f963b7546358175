import type { ReactElement } from 'react';
import type { MaterializationStatus } from '../../data/materialization.ts';
import { Age, Moment } from '../../parts/clock.tsx';
import { formatBytes, formatCount, formatMs } from '../../parts/format.ts';
import { Figure, Figures } from '../../parts/page.tsx';
import styles from './materialization.module.css';

/** The snapshot at a glance: state, age, size, time, proof; when it is off, what a direct run reads. */
export function SnapshotFacts({ status }: { readonly status: MaterializationStatus }): ReactElement {
  const { state, cost_estimate: cost } = status;
  if (state === null)
    return (
      <div className={styles.facts}>
        <Figures>
          <Figure
            name="Last direct run read"
            value={cost ? `${formatCount(cost.rows_read)} rows` : 'not known yet'}
          />
          <Figure name="and bytes" value={cost ? formatBytes(cost.bytes_read) : '–'} />
        </Figures>
      </div>
    );
  return (
    <div className={styles.facts}>
      <Figures>
        <Figure name="State" value={state} tone={state === 'Failed' ? 'danger' : 'plain'} />
        <Figure
          name="Snapshot"
          value={status.last_materialized_at === null ? 'none yet' : <Age at={status.last_materialized_at} />}
          note={status.last_materialized_at === null ? undefined : 'old'}
        />
        <Figure
          name="Next build"
          value={status.next_run_at === null ? 'none' : <Moment at={status.next_run_at} />}
        />
        <Figure name="Rows" value={formatCount(status.rows)} />
        <Figure name="Size" value={formatBytes(status.bytes)} />
        <Figure name="Took" value={status.duration === null ? '–' : formatMs(status.duration * 1000)} />
        <Figure name="Proof" value={PROOF[String(status.verified) as keyof typeof PROOF]} />
      </Figures>
    </div>
  );
}

/** What was found when a snapshot was compared with a direct answer. */
export const PROOF = { true: 'equal', false: 'differs', null: 'not compared' } as const;
