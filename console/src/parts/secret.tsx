import type { ReactElement, ReactNode } from 'react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import styles from './secret.module.css';

/** A secret that nobody reads over a shoulder: masked behind its first letters, to show and to copy. */
export function Secret(props: {
  readonly value: string;
  /** What is copied: "Copy the capture token". */
  readonly label: string;
  /** More that can be done with it. */
  readonly children?: ReactNode;
}): ReactElement {
  const { value, label, children } = props;
  const [isShown, setShown] = useState(false);
  const start = value.slice(0, value.indexOf('_') + 1);
  return (
    <div className={styles.secret}>
      <code>{isShown ? value : `${start}${'•'.repeat(24)}`}</code>
      <Button size="small" icon="eye" onPress={() => setShown(!isShown)}>
        {isShown ? 'Hide' : 'Show'}
      </Button>
      <CopyButton text={value} label={label} words="Copy" size="small" />
      {children}
    </div>
  );
}
