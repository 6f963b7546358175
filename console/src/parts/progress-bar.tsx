import type { ReactElement } from 'react';
import styles from './progress-bar.module.css';

/** How much of a whole is done; without a known whole it says that it works. */
export function ProgressBar(props: {
  /** "Import of 2026.jsonl.gz" */
  readonly label: string;
  readonly done: number;
  /** Null while it is not known. */
  readonly total: number | null;
}): ReactElement {
  const { label, done, total } = props;
  const share = total === null || total === 0 ? null : Math.min(1, done / total);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(share === null ? {} : { 'aria-valuenow': Math.round(share * 100) })}
      className={styles.bar}
    >
      <div
        data-unknown={share === null || undefined}
        style={share === null ? {} : { width: `${share * 100}%` }}
      />
    </div>
  );
}
