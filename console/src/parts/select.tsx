import type { ReactElement, ReactNode } from 'react';
import {
  Select as AriaSelect,
  Button,
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
} from 'react-aria-components';
import styles from './fields.module.css';
import { Icon } from './icons.tsx';
import { joinClasses } from './join-classes.ts';
import lists from './lists.module.css';

/** One thing to choose. */
export interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  /** A sentence below the label. */
  readonly help?: string;
}

export interface SelectProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly hidesLabel?: boolean;
  /** Shows "Label: value" inside the button, as filters do. */
  readonly isFilter?: boolean;
  readonly help?: ReactNode;
  readonly error?: string | null | undefined;
  readonly isDisabled?: boolean;
}

/** One of a short list (under about 15; a longer one is a `ComboBox`). */
export function Select<Value extends string>(props: SelectProps<Value>): ReactElement {
  const { label, choices, value, onChange, hidesLabel, isFilter, help, error, isDisabled } = props;
  return (
    <AriaSelect
      className={joinClasses(styles.field, isFilter && styles.filter)}
      selectedKey={value}
      onSelectionChange={(key) => onChange(String(key) as Value)}
      isInvalid={Boolean(error)}
      isDisabled={isDisabled ?? false}
      {...(hidesLabel ? { 'aria-label': label } : {})}
    >
      {!hidesLabel && !isFilter && <Label className={styles.label}>{label}</Label>}
      {isFilter && <Label className="visually-hidden">{label}</Label>}
      <Button className={styles.select}>
        <SelectValue className={styles.chosen}>{({ selectedText }) => selectedText}</SelectValue>
        <Icon name="chevron-down" size={14} />
      </Button>
      {help && (
        <Text slot="description" className={styles.help}>
          {help}
        </Text>
      )}
      <FieldError className={styles.error}>{error}</FieldError>
      <Popover className={lists.popover} offset={4}>
        <ListBox className={lists.list} items={choices.map((choice) => ({ ...choice, id: choice.value }))}>
          {(choice) => (
            <ListBoxItem className={lists.item} textValue={choice.label}>
              <Text slot="label">{choice.label}</Text>
              {choice.help && (
                <Text slot="description" className={lists.help}>
                  {choice.help}
                </Text>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
