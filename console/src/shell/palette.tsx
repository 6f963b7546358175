import type { KeyboardEvent, ReactElement, RefObject } from 'react';
import { useEffect } from 'react';
import { Autocomplete, Dialog, ListBox, ListBoxItem, Modal, ModalOverlay } from 'react-aria-components';
import type { Project } from '../data/shapes.ts';
import lists from '../parts/lists.module.css';
import { SearchField } from '../parts/search-field.tsx';
import { rankEntries } from './fuzzy.ts';
import styles from './palette.module.css';
import { usePaletteEntries } from './palette-entries.ts';
import type { Screen } from './screen.ts';

/** Entries that are shown; more would not be read. */
const SHOWN = 12;

interface PaletteProps {
  readonly screens: readonly Screen[];
  readonly project: Project | null;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Enter was pressed before the palette was there. */
  readonly isEntered: boolean;
  readonly onClose: () => void;
}

/**
 * `⌘K`: screens, endpoints, actions, cohorts, events and commands, found by some of their letters; asks nothing while
 * the user types.
 */
export default function Palette(props: PaletteProps): ReactElement {
  return (
    <ModalOverlay
      className={styles.overlay}
      isOpen
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      isDismissable
    >
      <Modal className={styles.modal}>
        <Dialog aria-label="Go to or do" className={styles.dialog}>
          <Entries {...props} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Entries({ text, onText, onClose, ...props }: PaletteProps): ReactElement {
  const { entries, isWhole } = usePaletteEntries(props.screens, props.project);
  const found = rankEntries(entries, text).slice(0, SHOWN);
  const first = found[0]?.id;
  const act = (id: string) => {
    onClose();
    entries.find((entry) => entry.id === id)?.act();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was entered is done once, when all names are there
  useEffect(() => {
    if (props.isEntered && isWhole && first !== undefined) act(first);
  }, [props.isEntered, isWhole]);
  const enterFirst = (event: KeyboardEvent) => {
    const isChosen = event.target instanceof Element && event.target.hasAttribute('aria-activedescendant');
    if (event.key !== 'Enter' || isChosen || text === '' || first === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act(first);
  };
  return (
    <Autocomplete inputValue={text} onInputChange={onText}>
      <div className={styles.field} onKeyDownCapture={enterFirst}>
        <SearchField
          label="Go to a screen or a name, or do something"
          value={text}
          onChange={onText}
          autoFocus
          inputRef={props.field}
        />
      </div>
      <ListBox
        aria-label="Found"
        className={styles.list}
        items={found}
        onAction={(id) => act(String(id))}
        renderEmptyState={() => <p className={styles.none}>Nothing has these letters</p>}
      >
        {(entry) => (
          <ListBoxItem className={lists.item} textValue={entry.text}>
            <span className={styles.text}>{entry.text}</span>
            <span className={lists.after}>{entry.what}</span>
          </ListBoxItem>
        )}
      </ListBox>
    </Autocomplete>
  );
}
