import type { ReactElement, ReactNode } from 'react';
import {
  Checkbox as AriaCheckbox,
  RadioGroup as AriaRadioGroup,
  Switch as AriaSwitch,
  Label,
  Radio,
  ToggleButton,
  ToggleButtonGroup,
} from 'react-aria-components';
import styles from './choose.module.css';
import fields from './fields.module.css';
import { Icon } from './icons.tsx';
import { joinClasses } from './join-classes.ts';
import type { Choice } from './select.tsx';

interface BooleanProps {
  readonly children: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
}

/** A box to tick, with its words. */
export function Checkbox({ children, ...props }: BooleanProps): ReactElement {
  return (
    <AriaCheckbox {...props} className={styles.checkbox}>
      <span className={styles.box}>{props.isSelected && <Icon name="check" size={12} />}</span>
      <span>{children}</span>
    </AriaCheckbox>
  );
}

/** A switch that acts at once, with its words. */
export function Switch({ children, ...props }: BooleanProps): ReactElement {
  return (
    <AriaSwitch {...props} className={styles.switch}>
      <span className={styles.track}>
        <span className={styles.knob} />
      </span>
      <span>{children}</span>
    </AriaSwitch>
  );
}

interface OneOfProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly (Choice<Value> & { readonly isDisabled?: boolean })[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly hidesLabel?: boolean;
}

/** One of a few, all of them to be read before choosing. */
export function RadioGroup<Value extends string>(props: OneOfProps<Value>): ReactElement {
  return (
    <AriaRadioGroup
      value={props.value}
      onChange={(value) => props.onChange(value as Value)}
      className={styles.radios}
      {...(props.hidesLabel ? { 'aria-label': props.label } : {})}
    >
      {!props.hidesLabel && <Label className={fields.label}>{props.label}</Label>}
      {props.choices.map((choice) => (
        <Radio
          key={choice.value}
          value={choice.value}
          isDisabled={choice.isDisabled ?? false}
          className={styles.radio}
        >
          <span className={styles.dot} />
          <span>
            {choice.label}
            {choice.help && <span className={styles.help}>{choice.help}</span>}
          </span>
        </Radio>
      ))}
    </AriaRadioGroup>
  );
}

/** One of two to five short words side by side: views of the same thing. */
export function Segmented<Value extends string>(
  props: OneOfProps<Value> & { readonly size?: 'small' | 'normal' },
): ReactElement {
  return (
    <ToggleButtonGroup
      aria-label={props.label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[props.value]}
      onSelectionChange={(keys) => {
        for (const key of keys) props.onChange(String(key) as Value);
      }}
      className={joinClasses(styles.segments, props.size === 'small' && styles.small)}
    >
      {props.choices.map((choice) => (
        <ToggleButton
          key={choice.value}
          id={choice.value}
          className={styles.segment}
          isDisabled={choice.isDisabled ?? false}
        >
          {choice.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
