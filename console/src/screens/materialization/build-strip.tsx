import type { ReactElement } from 'react';
import type { Build } from '../../data/materialization.ts';
import { formatMs, plural } from '../../parts/format.ts';
import { TipText } from '../../parts/tip.tsx';
import styles from './materialization.module.css';

/** Places of the strip: where there were fewer builds, the oldest ones are empty. */
const PLACES = 60;

/** What a bar looks like, and what that says. */
const LEGEND = [
  { state: 'Completed', proof: 'true', says: 'equal to a direct answer, or not compared' },
  { state: 'Completed', proof: 'false', says: 'differs' },
  { state: 'Failed', proof: 'null', says: 'failed' },
] as const;

/** Builds as bars, the newest right: height is the time that it took, colour and hatching say how it ended. */
export function BuildStrip({ builds }: { readonly builds: readonly Build[] }): ReactElement {
  const shown = builds.slice(0, PLACES).reverse();
  const longest = Math.max(...shown.map(({ duration }) => duration ?? 0), 0.001);
  const failed = shown.filter(({ state }) => state === 'Failed').length;
  const words = `${plural(shown.length, 'build')}, ${failed === 0 ? 'none' : failed} failed, longest ${formatMs(longest * 1000)}`;
  return (
    <figure className={styles.history}>
      <figcaption>
        <span>{words}</span>
        <ul>
          {LEGEND.map(({ state, proof, says }) => (
            <li key={says}>
              <span className={styles.sample} data-state={state} data-proof={proof} />
              {says}
            </li>
          ))}
        </ul>
      </figcaption>
      <div className={styles.strip}>
        {Array.from({ length: PLACES - shown.length }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an empty place is its number
          <span key={place} className={styles.place} />
        ))}
        {shown.map((build) => (
          <TipText key={build.id} text={tell(build)}>
            <span className={styles.bar} data-state={build.state} data-proof={String(build.verified)}>
              <span style={{ height: `${Math.max(8, ((build.duration ?? 0) / longest) * 100)}%` }} />
            </span>
          </TipText>
        ))}
      </div>
    </figure>
  );
}

function tell({ state, duration, created_at, error }: Build): string {
  const took = duration === null ? '' : ` after ${formatMs(duration * 1000)}`;
  return `${created_at.replace('T', ' ').slice(0, 19)} UTC\n${state}${took}${error === null ? '' : `\n${error}`}`;
}
