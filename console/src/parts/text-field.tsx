import type { KeyboardEvent, ReactElement, ReactNode, Ref } from 'react';
import { TextField as AriaTextField, FieldError, Input, Label, Text, TextArea } from 'react-aria-components';
import styles from './fields.module.css';
import { joinClasses } from './join-classes.ts';

export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** A sentence below the field. */
  readonly help?: ReactNode;
  /** What is wrong, as a sentence, from the service (`attr`) or from here. */
  readonly error?: string | null | undefined;
  /** The label is read aloud and not shown. */
  readonly hidesLabel?: boolean;
  readonly placeholder?: string;
  readonly type?: 'text' | 'password' | 'search' | 'url';
  readonly isRequired?: boolean;
  readonly isReadOnly?: boolean;
  readonly isDisabled?: boolean;
  /** Code, names and numbers: fixed width. */
  readonly isCode?: boolean;
  /** Lines of a text area; left out = one line. */
  readonly lines?: number;
  readonly autoFocus?: boolean;
  readonly autoComplete?: string;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  /** Shown inside the field at its end. */
  readonly after?: ReactNode;
}

/** A field for text, with its label, help and error. */
export function TextField(props: TextFieldProps): ReactElement {
  const { label, help, error, hidesLabel, isCode, lines, placeholder, inputRef, onKeyDown, after, ...rest } =
    props;
  const control = joinClasses(styles.input, isCode && styles.code, lines !== undefined && styles.lines);
  return (
    <AriaTextField
      {...rest}
      {...(hidesLabel ? { 'aria-label': label } : {})}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={styles.field}
      spellCheck="false"
    >
      {!hidesLabel && <Label className={styles.label}>{label}</Label>}
      {lines === undefined ? (
        <span className={styles.around}>
          <Input ref={inputRef} className={control} placeholder={placeholder} onKeyDown={onKeyDown} />
          {after && <span className={styles.after}>{after}</span>}
        </span>
      ) : (
        <TextArea className={control} rows={lines} placeholder={placeholder} onKeyDown={onKeyDown} />
      )}
      {help && (
        <Text slot="description" className={styles.help}>
          {help}
        </Text>
      )}
      <FieldError className={styles.error}>{error}</FieldError>
    </AriaTextField>
  );
}
