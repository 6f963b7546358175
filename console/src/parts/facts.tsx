import type { ReactElement, ReactNode } from 'react';
import styles from './facts.module.css';

/** What is known of one thing, a line a fact: name left, value right. */
export function Facts({ children }: { readonly children: ReactNode }): ReactElement {
  return <dl className={styles.facts}>{children}</dl>;
}

/** One line of `Facts`. */
export function Fact(props: { readonly name: string; readonly children: ReactNode }): ReactElement {
  return (
    <>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </>
  );
}
