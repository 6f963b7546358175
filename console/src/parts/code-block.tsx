// biome-ignore-all lint/a11y: a group of text that the arrows scroll takes focus
import type { ReactElement } from 'react';
import styles from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

/** Code to read and to copy; no colours, because it is short. */
export function CodeBlock(props: {
  readonly code: string;
  /** What is copied: "Copy the curl command". */
  readonly label: string;
  /** Long lines break instead of scrolling. */
  readonly wraps?: boolean;
}): ReactElement {
  return (
    <div className={styles.block}>
      <div
        role="group"
        tabIndex={0}
        aria-label={props.label.replace(/^Copy (the )?/, '')}
        className={styles.scroll}
      >
        <pre data-wraps={props.wraps || undefined}>
          <code>{props.code}</code>
        </pre>
      </div>
      <div className={styles.copy}>
        <CopyButton text={props.code} label={props.label} />
      </div>
    </div>
  );
}
