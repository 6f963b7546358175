import type { QueryAnswer } from '../data/ad-hoc.ts';
import { Button } from '../parts/button.tsx';
import { formatBytes, formatCount, formatMs } from '../parts/format.ts';
import { Figure, Figures } from '../parts/page.tsx';
import type { PastRun } from './run-history.ts';
import styles from './workbench.module.css';

interface CostViewProps {
  readonly answer: QueryAnswer;
  readonly tookMs: number;
  readonly runs: readonly PastRun[];
  readonly restore: (query: string) => void;
}

const SHOWN_RUNS = 10;

/** What a run has cost: its time by part, what it read, and the last runs of this draft to compare and to restore. */
export function CostView({ answer, tookMs, runs, restore }: CostViewProps) {
  const timings = answer.timings ?? [];
  const whole = timings.reduce((sum, { t }) => sum + t, 0);
  return (
    <div className={styles.cost}>
      <Figures>
        <Figure name="Took, with the network" value={formatMs(tookMs)} />
        <Figure name="Rows read" value={formatCount(answer.engine?.rows_read)} />
        <Figure name="Bytes read" value={formatBytes(answer.engine?.bytes_read)} />
        <Figure name="Memory" value={formatBytes(answer.engine?.memory)} />
      </Figures>
      <ol className={styles.waterfall}>
        {timings.map(({ k, t }, at) => {
          const before = timings.slice(0, at).reduce((sum, one) => sum + one.t, 0);
          const share = (part: number) => `${whole === 0 ? 0 : (100 * part) / whole}%`;
          return (
            <li key={k}>
              <span>{k}</span>
              <i>
                <b style={{ marginLeft: share(before), width: share(t) }} />
              </i>
              <span>{formatMs(t * 1000)}</span>
            </li>
          );
        })}
      </ol>
      <h3>Last runs of this draft</h3>
      <ul className={styles.runs}>
        {runs.slice(0, SHOWN_RUNS).map((run) => (
          <li key={run.at + run.query}>
            <time dateTime={run.at}>{new Date(run.at).toLocaleTimeString('en-GB')}</time>
            <span>{formatMs(run.ms)}</span>
            <span>{run.rows === null ? 'failed' : `${formatCount(run.rows)} rows`}</span>
            <code>{run.query.replaceAll(/\s+/g, ' ').slice(0, 120)}</code>
            <Button size="small" tone="quiet" onPress={() => restore(run.query)}>
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
