import type { ReactElement } from 'react';
import { lazy, Suspense } from 'react';
import type { ShownEndpoint } from '../../data/shapes.ts';
import { Segmented } from '../../parts/choose.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { formatBytes, formatCount } from '../../parts/format.ts';
import { Figure, Figures } from '../../parts/page.tsx';
import { ProblemPanel } from '../../parts/states.tsx';
import { AnswerHeaders } from './answer-headers.tsx';
import { AnswerTiming } from './answer-timing.tsx';
import { isSql } from './play-request.ts';
import styles from './playground.module.css';
import type { PlayedRun } from './use-run.ts';

const ResultGrid = lazy(async () => ({ default: (await import('../../grid/result-grid.tsx')).ResultGrid }));
const InsightChart = lazy(async () => ({
  default: (await import('../../charts/insight-chart.tsx')).InsightChart,
}));

const ANSWER_VIEWS = [
  { value: 'answer', label: 'Answer' },
  { value: 'json', label: 'JSON' },
  { value: 'headers', label: 'Headers' },
  { value: 'timing', label: 'Timing' },
  { value: 'debug', label: 'Debug' },
] as const;

export type AnswerView = (typeof ANSWER_VIEWS)[number]['value'];

/** Characters of a body that are shown as text; the rest is in the grid, and in what Copy takes. */
const SHOWN_TEXT = 200_000;

/** What came back, in five views. */
export function AnswerPane(props: {
  readonly run: PlayedRun;
  readonly endpoint: ShownEndpoint;
  readonly view: AnswerView;
}): ReactElement {
  const { run, endpoint, view } = props;
  if (view === 'headers') return <AnswerHeaders headers={run.outcome.headers} />;
  if (view === 'timing') {
    return <AnswerTiming header={run.outcome.headers.get('Server-Timing')} tookMs={run.outcome.tookMs} />;
  }
  if (view === 'json') return <Body run={run} />;
  if (view === 'debug') return <Debug run={run} />;
  if (run.problem !== null) return <ProblemPanel error={run.problem} what="The service refused this run" />;
  if (run.answer === null) return <Body run={run} />;
  return (
    <Suspense fallback={null}>
      {isSql(endpoint) ? <Rows run={run} endpoint={endpoint} /> : <Insight run={run} endpoint={endpoint} />}
    </Suspense>
  );
}

/** The views as buttons, for the head of the pane. */
export function AnswerViews(props: {
  readonly view: AnswerView;
  readonly onChange: (view: AnswerView) => void;
}): ReactElement {
  return (
    <Segmented
      label="View of the answer"
      choices={ANSWER_VIEWS}
      value={props.view}
      onChange={props.onChange}
      size="small"
    />
  );
}

function Rows({
  run,
  endpoint,
}: {
  readonly run: PlayedRun;
  readonly endpoint: ShownEndpoint;
}): ReactElement {
  const columns = (run.answer?.types ?? []).map(([name = '', type = '']) => ({ name, type }));
  const rows = (run.answer?.results ?? []) as readonly (readonly unknown[])[];
  return (
    <div className={styles.rows}>
      <ResultGrid key={run.id} table={{ columns, rows }} label={`Rows of ${endpoint.name}`} />
    </div>
  );
}

function Insight({
  run,
  endpoint,
}: {
  readonly run: PlayedRun;
  readonly endpoint: ShownEndpoint;
}): ReactElement {
  const override = run.request.body['query_override'];
  const query = { ...(endpoint.query as object), ...(typeof override === 'object' ? override : {}) };
  return (
    <div className={styles.chart}>
      <InsightChart
        key={run.id}
        query={query as Record<string, unknown>}
        answer={run.answer}
        title={endpoint.description || endpoint.name}
      />
    </div>
  );
}

function Body({ run }: { readonly run: PlayedRun }): ReactElement {
  const { text } = run.outcome;
  return (
    <div className={styles.body}>
      <CodeBlock label="Copy the body" code={text.slice(0, SHOWN_TEXT)} wraps />
      {text.length > SHOWN_TEXT && (
        <p className={styles.quiet}>
          The first {formatCount(SHOWN_TEXT)} of {formatBytes(run.outcome.bytes)}.
        </p>
      )}
    </div>
  );
}

function Debug({ run }: { readonly run: PlayedRun }): ReactElement {
  const { answer } = run;
  if (!answer?.clickhouse && !answer?.hogql) {
    return (
      <p className={styles.hint}>
        Tick “debug” in the request and run it: the answer then tells what the engine was asked.
      </p>
    );
  }
  return (
    <div className={styles.body}>
      {answer.engine && (
        <Figures>
          <Figure name="Rows read" value={formatCount(answer.engine.rows_read)} />
          <Figure name="Bytes read" value={formatBytes(answer.engine.bytes_read)} />
          <Figure name="Peak memory" value={formatBytes(answer.engine.memory)} />
        </Figures>
      )}
      {answer.cache_key && (
        <p>
          Cache key <code>{answer.cache_key}</code>
        </p>
      )}
      {answer.hogql && (
        <>
          <h3>The query as stored</h3>
          <CodeBlock label="Copy the stored query" code={answer.hogql} wraps />
        </>
      )}
      {answer.clickhouse && (
        <>
          <h3>What the engine was asked</h3>
          <CodeBlock label="Copy the compiled query" code={answer.clickhouse} wraps />
        </>
      )}
    </div>
  );
}
