import { useState } from 'react';
import { BarChart } from '../charts/bar-chart.tsx';
import { LineChart } from '../charts/line-chart.tsx';
import { SeriesLooks } from '../charts/series-look.ts';
import { TotalChart } from '../charts/total-chart.tsx';
import { isFigure, type ResultRows } from '../grid/result-rows.ts';
import { Select } from '../parts/select.tsx';
import { type PlotChoice, plotFor, plotResult } from './plot-result.ts';
import styles from './workbench.module.css';

interface ResultChartProps {
  readonly table: ResultRows;
  readonly kept: PlotChoice | null;
  readonly keep: (choice: PlotChoice) => void;
}

const FORMS = [
  { value: 'line', label: 'Lines' },
  { value: 'area', label: 'Areas' },
  { value: 'bar', label: 'Bars' },
  { value: 'stacked', label: 'Stacked bars' },
  { value: 'number', label: 'Numbers' },
] as const;
const NONE = '(none)';

/** The rows of an answer as a chart. What is chosen is kept, also over runs that fail. */
export function ResultChart({ table, kept, keep }: ResultChartProps) {
  const [looks] = useState(() => new SeriesLooks());
  const choice = plotFor(table, kept);
  if (choice === null)
    return <p className={styles.hint}>A chart needs a column of figures and at least one row.</p>;
  const named = (names: readonly string[], none: string | null) => {
    const choices = names.map((name) => ({ value: name, label: name }));
    return none === null ? choices : [{ value: NONE, label: none }, ...choices];
  };
  const others = table.columns.filter((column) => !isFigure(column)).map(({ name }) => name);
  const figures = table.columns.filter(isFigure).map(({ name }) => name);
  return (
    <div className={styles.plot}>
      <div className={styles.plotChoice}>
        <Select
          isFilter
          label="Form"
          choices={FORMS}
          value={choice.form}
          onChange={(form) => keep({ ...choice, form })}
        />
        <Select
          isFilter
          label="x"
          choices={named(
            table.columns.map(({ name }) => name),
            'no axis',
          )}
          value={choice.x ?? NONE}
          onChange={(x) => keep({ ...choice, x: orNull(x) })}
        />
        <Select
          isFilter
          label="y"
          choices={named(figures, null)}
          value={choice.y[0] ?? ''}
          onChange={(y) => keep({ ...choice, y: [y] })}
        />
        <Select
          isFilter
          label="Series"
          choices={named(others, 'no series')}
          value={choice.series ?? NONE}
          onChange={(series) => keep({ ...choice, series: orNull(series) })}
        />
      </div>
      <DrawnResult table={table} choice={choice} looks={looks} />
    </div>
  );
}

function DrawnResult({
  table,
  choice,
  looks,
}: {
  readonly table: ResultRows;
  readonly choice: PlotChoice;
  readonly looks: SeriesLooks;
}) {
  const title = `${choice.y.join(', ')}${choice.x === null ? '' : ` by ${choice.x}`}${choice.series === null ? '' : ` and ${choice.series}`}`;
  const plotted = plotResult(table, choice);
  switch (choice.form) {
    case 'line':
      return <LineChart title={title} plotted={plotted} looks={looks} />;
    case 'area':
      return <LineChart title={title} plotted={plotted} looks={looks} isArea />;
    case 'bar':
      return <BarChart title={title} plotted={plotted} looks={looks} isStacked={false} />;
    case 'stacked':
      return <BarChart title={title} plotted={plotted} looks={looks} isStacked />;
    case 'number': {
      const totals = plotted.series.map(({ name, colorKey, values }) => ({
        name,
        colorKey,
        value: values.at(-1) ?? 0,
        previous: null,
      }));
      return <TotalChart title={title} totals={totals} looks={looks} isNumber />;
    }
    default:
      return choice.form satisfies never;
  }
}

function orNull(name: string): string | null {
  return name === NONE ? null : name;
}
