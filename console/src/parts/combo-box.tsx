import type { ReactElement, ReactNode } from 'react';
import {
  ComboBox as AriaComboBox,
  Button,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListLayout,
  Popover,
  Text,
  Virtualizer,
} from 'react-aria-components';
import styles from './fields.module.css';
import { Icon } from './icons.tsx';
import { joinClasses } from './join-classes.ts';
import lists from './lists.module.css';
import type { Choice } from './select.tsx';

export interface ComboBoxProps {
  readonly label: string;
  readonly choices: readonly (Choice & { readonly after?: string })[];
  /** The chosen value, or any text where `allowsOther`. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Text that is in no list is taken too. */
  readonly allowsOther?: boolean;
  readonly hidesLabel?: boolean;
  readonly placeholder?: string;
  readonly help?: ReactNode;
  readonly error?: string | null | undefined;
  readonly isCode?: boolean;
  /** Told while the user types, for lists that the service searches. */
  readonly onSearch?: (text: string) => void;
}

/** One of a long list, found by typing. The list is virtual, so 10,000 choices are fine. */
export function ComboBox(props: ComboBoxProps): ReactElement {
  const { label, choices, value, onChange, allowsOther = false, hidesLabel, help, error, isCode } = props;
  const known = choices.some((choice) => choice.value === value);
  return (
    <AriaComboBox
      className={styles.field}
      allowsCustomValue={allowsOther}
      menuTrigger="focus"
      defaultItems={choices.map((choice) => ({ ...choice, id: choice.value }))}
      {...(allowsOther
        ? { inputValue: value, onInputChange: onChange }
        : { selectedKey: known ? value : null, onInputChange: (text: string) => props.onSearch?.(text) })}
      onSelectionChange={(key) => key !== null && onChange(String(key))}
      isInvalid={Boolean(error)}
      {...(hidesLabel ? { 'aria-label': label } : {})}
    >
      {!hidesLabel && <Label className={styles.label}>{label}</Label>}
      <span className={styles.around}>
        <Input className={joinClasses(styles.input, isCode && styles.code)} placeholder={props.placeholder} />
        <Button className={joinClasses(styles.after, styles.open)} aria-label="Show choices">
          <Icon name="chevron-down" size={14} />
        </Button>
      </span>
      {help && (
        <Text slot="description" className={styles.help}>
          {help}
        </Text>
      )}
      <FieldError className={styles.error}>{error}</FieldError>
      <Popover className={joinClasses(lists.popover, lists.tall)} offset={4}>
        <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: 30 }}>
          <ListBox className={joinClasses(lists.list, lists.virtual)}>
            {(choice: ComboBoxProps['choices'][number] & { id: string }) => (
              <ListBoxItem className={lists.item} textValue={choice.label}>
                <Text slot="label">{choice.label}</Text>
                {choice.after && <span className={lists.after}>{choice.after}</span>}
              </ListBoxItem>
            )}
          </ListBox>
        </Virtualizer>
      </Popover>
    </AriaComboBox>
  );
}
