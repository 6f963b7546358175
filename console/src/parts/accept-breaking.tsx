import type { ReactElement } from 'react';
import styles from './accept-breaking.module.css';
import { Checkbox } from './choose.tsx';

/** Why the button waits for `AcceptBreaking`, for its `unavailable`. */
export const ACCEPT_FIRST = 'Say first that callers are ready for it';

/** Asks once more before a change that the service calls breaking. */
export function AcceptBreaking(props: {
  readonly isAccepted: boolean;
  readonly onChange: (isAccepted: boolean) => void;
}): ReactElement {
  return (
    <div className={styles.box}>
      <Checkbox isSelected={props.isAccepted} onChange={props.onChange}>
        Callers are ready for it
      </Checkbox>
    </div>
  );
}
