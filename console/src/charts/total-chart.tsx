import { formatFigure, formatRate } from '../parts/format.ts';
import type { PlottedTotal } from './answers/read-trends.ts';
import { ChartFrame } from './chart-frame.tsx';
import type { SeriesLooks } from './series-look.ts';
import styles from './total-chart.module.css';

interface TotalChartProps {
  readonly title: string;
  readonly totals: readonly PlottedTotal[];
  readonly looks: SeriesLooks;
  /** One figure stands alone, or every figure is a bar. */
  readonly isNumber: boolean;
  readonly note?: string | undefined;
}

/** Totals of a whole range: a figure, or a bar per series. */
export function TotalChart({ title, totals, looks, isNumber, note }: TotalChartProps) {
  const hasPrevious = totals.some(({ previous }) => previous !== null);
  const table = {
    columns: ['series', 'value', ...(hasPrevious ? ['previous'] : [])],
    rows: totals.map(({ name, value, previous }) => [name, value, ...(hasPrevious ? [previous ?? ''] : [])]),
  };
  return (
    <ChartFrame title={title} table={table} note={note} hasDrawing={false}>
      {isNumber ? <Figures totals={totals} /> : <Bars totals={totals} looks={looks} />}
    </ChartFrame>
  );
}

function Figures({ totals }: { readonly totals: readonly PlottedTotal[] }) {
  return (
    <div className={styles['figures']}>
      {totals.map(({ name, value, previous }) => (
        <div key={name}>
          <b>{formatFigure(value)}</b>
          <span>{name}</span>
          {previous !== null && (
            <span>
              {formatFigure(previous)} in the period before
              {previous !== 0 &&
                ` (${value >= previous ? '+' : ''}${formatRate(value - previous, previous)})`}
            </span>
          )}
        </div>
      ))}
    </div>
  );
}

const MOST_BARS = 250;

function Bars({ totals, looks }: { readonly totals: readonly PlottedTotal[]; readonly looks: SeriesLooks }) {
  const shown = totals.slice(0, MOST_BARS);
  const lookOf = looks.of(shown.map(({ colorKey }) => colorKey));
  const most = shown.reduce((high, { value, previous }) => Math.max(high, value, previous ?? 0), 0);
  const width = (value: number) => ({ width: `${most > 0 ? Math.max(0, (100 * value) / most) : 0}%` });
  return (
    <ul className={styles['bars']}>
      {shown.map(({ name, value, previous }, at) => (
        <li key={name}>
          <span title={name}>{name}</span>
          <div>
            <i style={{ ...width(value), background: lookOf[at]?.color }} />
            {previous !== null && (
              <i data-previous="" style={{ ...width(previous), background: lookOf[at]?.color }} />
            )}
          </div>
          <b>{formatFigure(value)}</b>
        </li>
      ))}
    </ul>
  );
}
