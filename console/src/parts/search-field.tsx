import type { ReactElement, Ref } from 'react';
import { SearchField as AriaSearchField, Button, Input } from 'react-aria-components';
import styles from './fields.module.css';
import { Icon } from './icons.tsx';

/** A search over what is on the screen. `/` goes to it when it is marked as the search of the screen. */
export function SearchField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The one that `/` goes to. */
  readonly isOfScreen?: boolean;
  readonly autoFocus?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
}): ReactElement {
  return (
    <AriaSearchField
      aria-label={props.label}
      value={props.value}
      onChange={props.onChange}
      autoFocus={props.autoFocus ?? false}
      className={styles.search}
    >
      <Icon name="search" size={14} />
      <Input
        ref={props.inputRef}
        className={styles.searchInput}
        placeholder={props.label}
        data-screen-search={props.isOfScreen ? '' : undefined}
      />
      {props.isOfScreen && props.value === '' && <kbd>/</kbd>}
      {props.value !== '' && (
        <Button className={styles.clear} aria-label="Clear">
          <Icon name="cross" size={12} />
        </Button>
      )}
    </AriaSearchField>
  );
}
