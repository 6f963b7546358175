import { formatFigure, formatRate } from '../parts/format.ts';
import {
  curvesOfRetention,
  type RetentionGroup,
  type RetentionRow,
  tableOfRetention,
} from './answers/read-retention.ts';
import { ChartFrame } from './chart-frame.tsx';
import { heatStep } from './heat-step.ts';
import { LineChart } from './line-chart.tsx';
import styles from './retention-table.module.css';
import type { SeriesLooks } from './series-look.ts';

interface RetentionChartProps {
  readonly title: string;
  readonly groups: readonly RetentionGroup[];
  readonly looks: SeriesLooks;
  readonly isCurve: boolean;
}

/** A retention as a table whose cells are the warmer the more came again, or as curves of the means. */
export function RetentionChart({ title, groups, looks, isCurve }: RetentionChartProps) {
  if (isCurve) {
    const note =
      'Mean of all cohorts that reached a period, weighted by their size; running periods are left out.';
    return <LineChart title={title} plotted={curvesOfRetention(groups)} looks={looks} note={note} />;
  }
  return (
    <ChartFrame title={title} table={tableOfRetention(groups)} hasDrawing={false}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={styles['scroll']} tabIndex={0} aria-label={title}>
        {groups.map((group) => (
          <HeatTable key={group.name} group={group} />
        ))}
      </section>
    </ChartFrame>
  );
}

function HeatTable({ group }: { readonly group: RetentionGroup }) {
  return (
    <table className={styles['heat']}>
      {group.name !== '' && <caption>{group.name}</caption>}
      <thead>
        <tr>
          <th scope="col">Cohort</th>
          <th scope="col">Size</th>
          {group.columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr className={styles['mean']}>
          <th scope="row">Weighted mean</th>
          <td />
          {group.columns.map((column, at) => (
            <MeanCell key={column} share={group.mean[at] ?? null} />
          ))}
        </tr>
        {group.rows.map((row) => (
          <tr key={row.start}>
            <th scope="row">{row.start}</th>
            <td className={styles['size']}>{formatFigure(row.size)}</td>
            {group.columns.map((column, at) => (
              <HeatCell key={column} row={row} at={at} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MeanCell({ share }: { readonly share: number | null }) {
  if (share === null) return <td className={styles['none']} />;
  return (
    <td className={styles['cell']} data-heat={heatStep(share)}>
      <b>{formatRate(share, 1)}</b>
    </td>
  );
}

function HeatCell({ row, at }: { readonly row: RetentionRow; readonly at: number }) {
  const count = row.counts[at];
  if (count === null || count === undefined) return <td className={styles['none']} />;
  const share = row.size === 0 ? 0 : count / row.size;
  const isRunning = row.running === at;
  return (
    <td
      className={styles['cell']}
      data-heat={heatStep(share)}
      data-running={isRunning || undefined}
      title={isRunning ? 'This period is still running' : undefined}
    >
      <b>{formatRate(count, row.size)}</b>
      <span>{formatFigure(count)}</span>
    </td>
  );
}
