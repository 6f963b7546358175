import type { ReactElement } from 'react';
import type { Build } from '../../data/materialization.ts';
import { TipText } from '../../parts/tip.tsx';
import styles from './materialization.module.css';

/** Builds as bars, oldest first: height is the time that it took, the form below says how it ended. */
export function BuildStrip({ builds }: { readonly builds: readonly Build[] }): ReactElement {
  const oldestFirst = [...builds].reverse();
  const longest = Math.max(...builds.map(({ duration }) => duration ?? 0), 0.001);
  const failed = builds.filter(({ state }) => state === 'Failed').length;
  return (
    <div
      className={styles.strip}
      role="img"
      aria-label={`The last ${builds.length} builds, of which ${failed} failed; the longest took ${longest.toFixed(1)} s`}
    >
      {oldestFirst.map((build) => (
        <TipText key={build.id} text={tell(build)}>
          <span className={styles.bar} data-state={build.state} data-proof={String(build.verified)}>
            <span style={{ height: `${Math.max(6, ((build.duration ?? 0) / longest) * 100)}%` }} />
          </span>
        </TipText>
      ))}
    </div>
  );
}

function tell({ state, duration, created_at, error }: Build): string {
  const took = duration === null ? '' : ` after ${duration.toFixed(1)} s`;
  return `${created_at.replace('T', ' ').slice(0, 19)} UTC\n${state}${took}${error === null ? '' : `\n${error}`}`;
}
