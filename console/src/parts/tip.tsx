import type { ReactElement, ReactNode } from 'react';
import { Focusable, Tooltip, TooltipTrigger } from 'react-aria-components';
import styles from './tip.module.css';

/** Shows words beside its child on hover and on focus. The child takes focus: a button, a link, or a `TipTarget`. */
export function Tip({
  text,
  children,
}: {
  readonly text: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <TooltipTrigger delay={350} closeDelay={60}>
      {children}
      <Tooltip className={styles.tip} offset={6}>
        {text}
      </Tooltip>
    </TooltipTrigger>
  );
}

/** Words or figures that explain themselves on hover and focus. */
export function TipText({
  text,
  children,
}: {
  readonly text: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <Tip text={text}>
      <Focusable>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what hover tells must be there for the keyboard too */}
        <span role="note" tabIndex={0} className={styles.target}>
          {children}
        </span>
      </Focusable>
    </Tip>
  );
}
