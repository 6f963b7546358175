import type { ReactElement } from 'react';
import { Select, type SelectProps } from '../../parts/select.tsx';
import styles from './cohorts.module.css';

/** The first word of a line: has or has not, did or did not, in the last or from. All lines begin alike. */
export function Lead<Value extends string>(props: Omit<SelectProps<Value>, 'hidesLabel'>): ReactElement {
  return (
    <div className={styles.lead}>
      <Select {...props} hidesLabel />
    </div>
  );
}
