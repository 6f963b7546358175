import type { ReactElement } from 'react';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { formatMoment } from '../../parts/clock.tsx';
import { formatMs, plural } from '../../parts/format.ts';
import { compareAnswers } from './compare-answers.ts';
import styles from './playground.module.css';
import type { PlayedRun } from './use-run.ts';

/** Runs of this tab: restore one, or compare its answer with the one on the screen. */
export function RunHistory(props: {
  readonly history: readonly PlayedRun[];
  readonly shown: PlayedRun;
  readonly onRestore: (run: PlayedRun) => void;
}): ReactElement | null {
  const { history, shown, onRestore } = props;
  const [compared, compare] = useState<PlayedRun | null>(null);
  if (history.length < 2) return null;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <section className={styles.history} aria-label="Runs of this tab">
      <h2>History</h2>
      <ol>
        {history.map((run) => (
          <li key={run.id} aria-current={run === shown || undefined}>
            <Button size="small" tone="quiet" onPress={() => onRestore(run)}>
              {formatMoment(run.atMs, zone, run.atMs)}{' '}
              <b data-refused={run.problem !== null || undefined}>{run.outcome.status}</b>{' '}
              {formatMs(run.outcome.tookMs)}
            </Button>
            {run !== shown && run.answer !== null && shown.answer !== null && (
              <Button
                size="small"
                tone="quiet"
                onPress={() => compare(run)}
                aria-label={`Compare with the run of ${formatMoment(run.atMs, zone, run.atMs)}`}
              >
                compare
              </Button>
            )}
          </li>
        ))}
      </ol>
      {compared !== null && compared !== shown && <Change older={compared} newer={shown} />}
    </section>
  );
}

function Change({ older, newer }: { readonly older: PlayedRun; readonly newer: PlayedRun }): ReactElement {
  const change = compareAnswers(older, newer);
  const words = change.tookMs < 0 ? 'faster' : 'slower';
  return (
    <p role="status" className={styles.change}>
      The answer on the screen has {plural(change.added, 'row')} that the other has not, lacks{' '}
      {plural(change.removed, 'row')} of it, {plural(change.same, 'row')} are equal; it was{' '}
      {formatMs(Math.abs(change.tookMs))} {words}.
    </p>
  );
}
