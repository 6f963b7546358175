import { useMemo } from 'react';
import { ResultGrid } from '../grid/result-grid.tsx';
import { csvOfRows, type ResultRows } from '../grid/result-rows.ts';
import { Button } from '../parts/button.tsx';
import { Segmented } from '../parts/choose.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { formatBytes, formatCount, formatMs } from '../parts/format.ts';
import { MODIFIER } from '../parts/modifier.ts';
import { saveFile } from '../parts/save-file.ts';
import { ProblemLine } from '../parts/states.tsx';
import { CostView } from './cost-view.tsx';
import type { PlotChoice } from './plot-result.ts';
import { ResultChart } from './result-chart.tsx';
import type { PastRun } from './run-history.ts';
import { tableOf } from './table-of.ts';
import type { RunState } from './use-run.ts';
import styles from './workbench.module.css';

/** Which side of an answer is shown. */
export type ResultView = 'table' | 'chart' | 'json' | 'sql' | 'cost';

interface ResultPaneProps {
  readonly state: RunState;
  /** The draft has changed since the answer came, or the last run failed. */
  readonly outdated: string | null;
  readonly view: ResultView;
  readonly setView: (view: ResultView) => void;
  readonly plot: PlotChoice | null;
  readonly keepPlot: (plot: PlotChoice) => void;
  readonly runs: readonly PastRun[];
  readonly restore: (query: string) => void;
  readonly cancel: () => void;
  /** Reads the next page; null when there is none. */
  readonly more: (() => void) | null;
}

const VIEWS = [
  { value: 'table', label: 'Table' },
  { value: 'chart', label: 'Chart' },
  { value: 'json', label: 'JSON' },
  { value: 'sql', label: 'SQL' },
  { value: 'cost', label: 'Cost' },
] as const;
const MOST_JSON = 200_000;

/** The answer of a draft: table, chart, JSON, compiled text and cost. While a run goes on the old answer stays. */
export function ResultPane(props: ResultPaneProps) {
  const { state, outdated, view, setView, more } = props;
  const table = useMemo(() => tableOf(state.answer), [state.answer]);
  return (
    <section className={styles.result} aria-label="Answer">
      <header className={styles.resultHead}>
        <Segmented label="View of the answer" size="small" choices={VIEWS} value={view} onChange={setView} />
        <RunLine state={state} cancel={props.cancel} rows={table.rows.length} />
        {more !== null && (
          <Button size="small" tone="quiet" onPress={more}>
            Next page
          </Button>
        )}
        {state.answer !== null && (
          <Button size="small" tone="quiet" icon="download" onPress={() => downloadCsv(table)}>
            CSV
          </Button>
        )}
      </header>
      {state.problem !== null && <ProblemLine error={state.problem} />}
      {state.answer?.warnings?.map(({ code, detail }) => (
        <p key={code + detail} className={styles.warning}>
          {detail}
        </p>
      ))}
      <div
        className={styles.resultBody}
        data-outdated={(outdated !== null && state.answer !== null) || undefined}
      >
        {outdated !== null && state.answer !== null && (
          <p className={styles.outdated}>
            <b>Outdated</b> {outdated}
          </p>
        )}
        <ResultBody {...props} table={table} />
      </div>
    </section>
  );
}

function ResultBody({ table, ...props }: ResultPaneProps & { readonly table: ResultRows }) {
  const { state, view } = props;
  const { answer } = state;
  if (answer === null) {
    return (
      <p className={styles.hint}>
        {state.isRunning
          ? ''
          : `Nothing has run yet. ${MODIFIER}⏎ runs the query as it stands, with the values of the form.`}
      </p>
    );
  }
  switch (view) {
    case 'table':
      return <ResultGrid key={state.answered} table={table} label="Rows of the answer" />;
    case 'chart':
      return <ResultChart table={table} kept={props.plot} keep={props.keepPlot} />;
    case 'json': {
      const text = JSON.stringify(answer, null, 2);
      return (
        <CodeBlock
          code={text.length > MOST_JSON ? `${text.slice(0, MOST_JSON)}…` : text}
          label="Copy the JSON"
        />
      );
    }
    case 'sql':
      return (
        <>
          <CodeBlock code={answer.hogql ?? ''} label="Copy the query as it was run" wraps />
          <CodeBlock code={answer.clickhouse ?? ''} label="Copy the statement of the engine" wraps />
        </>
      );
    case 'cost':
      return <CostView answer={answer} tookMs={state.tookMs} runs={props.runs} restore={props.restore} />;
    default:
      return view satisfies never;
  }
}

function RunLine({
  state,
  cancel,
  rows,
}: {
  readonly state: RunState;
  readonly cancel: () => void;
  readonly rows: number;
}) {
  if (state.isRunning && state.elapsedMs > 1000) {
    const { progress } = state;
    return (
      <span className={styles.runLine} role="status">
        {(state.elapsedMs / 1000).toFixed(1)}&#8239;s
        {progress !== null &&
          ` · ${formatCount(progress.rows_read)} rows · ${formatBytes(progress.bytes_read)}`}
        <Button size="small" onPress={cancel} keys="Esc">
          Cancel
        </Button>
      </span>
    );
  }
  const { answer } = state;
  if (answer === null) return <span className={styles.runLine} role="status" />;
  return (
    <span className={styles.runLine} role="status">
      {formatMs(state.tookMs)} · {formatCount(answer.engine?.rows_read)} rows read ·{' '}
      {formatBytes(answer.engine?.bytes_read)} ·{' '}
      {answer.hasMore
        ? `first ${formatCount(rows)} rows`
        : `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`}
    </span>
  );
}

function downloadCsv(table: ResultRows): void {
  saveFile('answer.csv', new Blob([csvOfRows(table.columns, table.rows)], { type: 'text/csv' }));
}
