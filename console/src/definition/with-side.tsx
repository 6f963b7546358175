import type { ReactElement, ReactNode } from 'react';
import styles from './definition.module.css';

/** Panes below one another with others beside them; in a narrow window all below one another. */
export function WithSide(props: { readonly children: ReactNode; readonly side?: ReactNode }): ReactElement {
  return (
    <div className={styles.page}>
      <div className={styles.column}>{props.children}</div>
      {props.side && <aside className={styles.column}>{props.side}</aside>}
    </div>
  );
}
