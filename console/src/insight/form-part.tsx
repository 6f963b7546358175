import type { ReactNode } from 'react';
import styles from './insight.module.css';

/** A part of the form under its name. */
export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className={styles['part']}>
      <legend>{title}</legend>
      <div>{children}</div>
    </fieldset>
  );
}
