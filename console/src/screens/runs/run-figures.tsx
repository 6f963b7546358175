import type { ReactElement } from 'react';
import type { EndpointUsage } from '../../data/usage.ts';
import { Button } from '../../parts/button.tsx';
import { FlowBar, FlowLegend } from '../../parts/flow-bar.tsx';
import { formatCount, formatMs, formatShare } from '../../parts/format.ts';
import { Figure, Figures } from '../../parts/page.tsx';
import { Sparkline } from '../../parts/sparkline.tsx';
import styles from './runs.module.css';

/** What was refused or failed, by code; a code shows its runs. */
export function ErrorCodes(props: {
  readonly errors: readonly { readonly error_code: string; readonly runs: number }[];
  readonly onPick: (code: string) => void;
}): ReactElement | null {
  if (props.errors.length === 0) return null;
  return (
    <section className={styles.errorCodes} aria-label="Errors by code">
      <h2>Errors by code</h2>
      {props.errors.slice(0, MOST_CODES).map(({ error_code, runs }) => (
        <Button key={error_code} size="small" onPress={() => props.onPick(error_code)}>
          {error_code} <b>{formatCount(runs)}</b>
        </Button>
      ))}
    </section>
  );
}

/** Codes that are shown; the rest is in the log. */
const MOST_CODES = 6;

/** The runs of a range at a glance: from where, how many, how fast, and how they went over time. */
export function RunFigures({ usage }: { readonly usage: EndpointUsage }): ReactElement {
  const counts = usage.served && { ...usage.served, errors: usage.errors };
  const share = usage.runs === 0 ? null : usage.errors / usage.runs;
  return (
    <div className={styles.figures}>
      {counts && (
        <div className={styles.flow}>
          <FlowBar size="head" counts={counts} />
          <FlowLegend counts={counts} />
        </div>
      )}
      <Figures>
        <Figure name="Runs" value={formatCount(usage.runs)} />
        <Figure
          name="Errors"
          value={formatCount(usage.errors)}
          note={formatShare(share)}
          tone={share !== null && share > 0.01 ? 'danger' : 'plain'}
        />
        <Figure name="p50" value={formatMs(usage.p50Ms)} />
        <Figure name="p95" value={formatMs(usage.p95Ms)} />
        <Figure name="Rows read" value={formatCount(usage.rowsRead)} />
      </Figures>
      <Sparkline
        width={240}
        height={56}
        values={usage.series.map(({ runs }) => runs)}
        marks={usage.series.map(({ errors }) => errors > 0)}
        label={`Runs over time, at most ${formatCount(Math.max(0, ...usage.series.map(({ runs }) => runs)))} a step; ${formatCount(usage.errors)} errors`}
      />
    </div>
  );
}
