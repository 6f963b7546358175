import type { ReactElement } from 'react';
import { useState } from 'react';
import type { ShownEndpoint } from '../../data/shapes.ts';
import { formatBytes, formatMs, plural } from '../../parts/format.ts';
import { LoadingLine, Notice, ProblemPanel, Waiting } from '../../parts/states.tsx';
import { AnswerPane, type AnswerView, AnswerViews } from './answer-pane.tsx';
import { isSql, type PlayRequest } from './play-request.ts';
import styles from './playground.module.css';
import { RouteCard } from './route-card.tsx';
import { RunHistory } from './run-history.tsx';
import { SamplesPane } from './samples-pane.tsx';
import type { PlayedRun, useRun } from './use-run.ts';

/** The right side: the answer, its route, the code of the request, and the runs before. */
export function AnswerSide(props: {
  readonly endpoint: ShownEndpoint;
  readonly request: PlayRequest;
  readonly runs: ReturnType<typeof useRun>;
  readonly base: string;
  readonly onRestore: (request: PlayRequest) => void;
  readonly onRun: (refresh: string | null) => void;
}): ReactElement {
  const { endpoint, request, runs, base } = props;
  const [view, setView] = useState<AnswerView>('answer');
  const [restored, setRestored] = useState<PlayedRun | null>(null);
  const [newest] = runs.history;
  const shown = runs.history.find((run) => run === restored) ?? newest;
  const restore = (run: PlayedRun) => {
    setRestored(run === newest ? null : run);
    props.onRestore(run.request);
  };
  const isOld = shown !== undefined && !isSameRequest(shown.request, request);
  return (
    <div className={styles.answer} aria-busy={runs.running !== null}>
      <LoadingLine isLoading={runs.running !== null} />
      <header className={styles.head}>
        {shown ? <StatusLine run={shown} isSql={isSql(endpoint)} /> : <h2>Answer</h2>}
        {runs.running && <Waiting since={runs.running.sinceMs} onCancel={runs.cancel} />}
        <AnswerViews view={view} onChange={setView} />
      </header>
      {isOld && <Notice>Outdated: the request has changed since this answer.</Notice>}
      {runs.failure && <ProblemPanel error={runs.failure} what="The run got no answer" />}
      {shown?.answer && view === 'answer' && (
        <RouteCard answer={shown.answer} endpoint={endpoint} base={base} onRun={props.onRun} />
      )}
      <div className={styles.content}>
        {shown ? (
          <AnswerPane run={shown} endpoint={endpoint} view={view} />
        ) : (
          <p className={styles.hint}>
            Run the request to see the answer, and the way it took: from the cache, from a snapshot, or
            computed now.
          </p>
        )}
      </div>
      {shown && <RunHistory history={runs.history} shown={shown} onRestore={restore} />}
      <SamplesPane request={request} endpoint={endpoint} />
    </div>
  );
}

function StatusLine({ run, isSql }: { readonly run: PlayedRun; readonly isSql: boolean }): ReactElement {
  const rows = isSql && Array.isArray(run.answer?.results) ? run.answer.results.length : null;
  return (
    <p className={styles.status} role="status">
      <b data-refused={run.problem !== null || undefined}>{run.outcome.status}</b>
      <span>{formatMs(run.outcome.tookMs)}</span>
      {rows !== null && <span>{plural(rows, 'row')}</span>}
      <span>{formatBytes(run.outcome.bytes)}</span>
      {run.answer?.hasMore && <span>there are more rows</span>}
    </p>
  );
}

const isSameRequest = (one: PlayRequest, other: PlayRequest) => JSON.stringify(one) === JSON.stringify(other);
