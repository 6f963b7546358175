import type { ReactElement, ReactNode, RefAttributes } from 'react';
import { useId } from 'react';
import { Button as AriaButton, type PressEvent } from 'react-aria-components';
import styles from './button.module.css';
import { Icon, type IconName } from './icons.tsx';
import { joinClasses } from './join-classes.ts';
import { MODIFIER } from './modifier.ts';
import { Tip } from './tip.tsx';

/** How loud a button is. One `primary` a screen. */
export type ButtonTone = 'primary' | 'plain' | 'quiet' | 'danger';

export interface ButtonProps extends RefAttributes<HTMLButtonElement> {
  readonly children?: ReactNode;
  readonly tone?: ButtonTone;
  readonly icon?: IconName;
  readonly onPress?: (event: PressEvent) => void;
  readonly type?: 'button' | 'submit';
  /** Id of the form that it submits, where it stands outside of it. */
  readonly form?: string;
  readonly size?: 'small' | 'normal';
  /** Keys that do the same, shown after the words: `⌘⏎`, which is `Ctrl ⏎` where that key is. */
  readonly keys?: string | undefined;
  /** Why it cannot be pressed now, as a sentence: the button stays focusable and says so. */
  readonly unavailable?: string | null | undefined;
  readonly isPending?: boolean;
  readonly slot?: string;
  readonly autoFocus?: boolean;
  readonly 'aria-label'?: string;
  readonly 'aria-expanded'?: boolean;
}

/** A button with words. */
export function Button(props: ButtonProps): ReactElement {
  const {
    children,
    tone = 'plain',
    icon,
    keys,
    unavailable,
    size = 'normal',
    onPress,
    isPending,
    ...rest
  } = props;
  const reasonId = useId();
  const button = (
    <AriaButton
      {...rest}
      isPending={isPending ?? false}
      onPress={(event) => (unavailable ? undefined : onPress?.(event))}
      aria-disabled={unavailable ? true : undefined}
      aria-describedby={unavailable ? reasonId : undefined}
      className={joinClasses(styles.button, styles[tone], size === 'small' && styles.small)}
      data-unavailable={unavailable ? true : undefined}
    >
      {icon && <Icon name={icon} />}
      {children}
      {keys && <kbd className={styles.keys}>{keys.replace('⌘', MODIFIER)}</kbd>}
    </AriaButton>
  );
  if (!unavailable) return button;
  return (
    <>
      <Tip text={unavailable}>{button}</Tip>
      <span id={reasonId} hidden>
        {unavailable}
      </span>
    </>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'keys'> {
  /** What it does; read aloud and shown on hover. */
  readonly label: string;
  readonly icon: IconName;
}

/** A square button with an icon; its words are in its tooltip. */
export function IconButton({
  label,
  icon,
  tone = 'quiet',
  unavailable,
  onPress,
  ...rest
}: IconButtonProps): ReactElement {
  return (
    <Tip text={unavailable ?? label}>
      <AriaButton
        {...rest}
        aria-label={label}
        aria-disabled={unavailable ? true : undefined}
        onPress={(event) => (unavailable ? undefined : onPress?.(event))}
        className={joinClasses(
          styles.button,
          styles.square,
          styles[tone],
          rest.size === 'small' && styles.small,
        )}
        data-unavailable={unavailable ? true : undefined}
      >
        <Icon name={icon} />
      </AriaButton>
    </Tip>
  );
}
