import type { ReactElement, ReactNode } from 'react';
import styles from './badge.module.css';

/** A short word about a thing: its kind, a tag, a version. */
export function Badge(props: {
  readonly children: ReactNode;
  readonly tone?: 'plain' | 'accent' | 'ok' | 'warn' | 'danger';
}): ReactElement {
  return (
    <span className={styles.badge} data-tone={props.tone ?? 'plain'}>
      {props.children}
    </span>
  );
}

/** Forms of a state mark; the form says it too, not the colour alone. */
export type StateTone = 'ok' | 'busy' | 'off' | 'warn' | 'danger';

/** A state with a mark before its words: ● well, ◐ at work, ○ off, ▲ look here, ◆ failed. */
export function StateMark(props: { readonly tone: StateTone; readonly children?: ReactNode }): ReactElement {
  return (
    <span className={styles.state} data-tone={props.tone}>
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
        {FORMS[props.tone]}
      </svg>
      {props.children}
    </span>
  );
}

const FORMS: Readonly<Record<StateTone, ReactElement>> = {
  ok: <circle cx="5" cy="5" r="3.5" fill="currentColor" />,
  busy: (
    <>
      <circle cx="5" cy="5" r="3.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M5 1.5a3.5 3.5 0 0 1 0 7z" fill="currentColor" />
    </>
  ),
  off: <circle cx="5" cy="5" r="3.5" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  warn: <path d="M5 1 9.5 9h-9z" fill="currentColor" />,
  danger: <path d="M5 .5 9.5 5 5 9.5.5 5z" fill="currentColor" />,
};
