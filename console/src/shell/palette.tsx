import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useMemo, useState } from 'react';
import { Autocomplete, Dialog, ListBox, ListBoxItem, Modal, ModalOverlay } from 'react-aria-components';
import { endpointsQuery } from '../data/endpoints.ts';
import { nameOfKind, type Project } from '../data/shapes.ts';
import lists from '../parts/lists.module.css';
import { SearchField } from '../parts/search-field.tsx';
import { signOut } from '../session/sign-in.ts';
import { rankEntries } from './fuzzy.ts';
import { isMakingProject } from './is-making-project.ts';
import { linkOf } from './link-of.ts';
import styles from './palette.module.css';
import type { Screen } from './screen.ts';
import { changeSettings } from './settings.ts';

interface Entry {
  readonly id: string;
  readonly text: string;
  /** What it is: "Screen", "SQL endpoint", "Command". */
  readonly what: string;
  readonly act: () => void;
}

/** Entries that are shown; more would not be read. */
const SHOWN = 12;

/** `⌘K`: screens, endpoints and commands, found by some of their letters; asks nothing while the user types. */
export default function Palette(props: {
  readonly screens: readonly Screen[];
  readonly project: Project | null;
  readonly onClose: () => void;
}): ReactElement {
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

function Entries(props: {
  readonly screens: readonly Screen[];
  readonly project: Project | null;
  readonly onClose: () => void;
}): ReactElement {
  const [text, setText] = useState('');
  const entries = useEntries(props.screens, props.project);
  const found = rankEntries(entries, text).slice(0, SHOWN);
  const act = (id: string) => {
    props.onClose();
    entries.find((entry) => entry.id === id)?.act();
  };
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField
        label="Go to a screen or endpoint, or do something"
        value={text}
        onChange={setText}
        autoFocus
      />
      <ListBox
        aria-label="Found"
        className={styles.list}
        items={found}
        onAction={(id) => act(String(id))}
        renderEmptyState={() => <p className={styles.none}>Nothing has these letters</p>}
      >
        {(entry) => (
          <ListBoxItem className={lists.item} textValue={entry.text}>
            {entry.text}
            <span className={lists.after}>{entry.what}</span>
          </ListBoxItem>
        )}
      </ListBox>
    </Autocomplete>
  );
}

function useEntries(screens: readonly Screen[], project: Project | null): readonly Entry[] {
  const navigate = useNavigate();
  const endpoints = useQuery({
    ...endpointsQuery(project?.id ?? 0),
    enabled: project !== null,
    refetchInterval: false,
  });
  return useMemo(() => {
    const go = (path: string) => () => void navigate({ to: linkOf(path, project) as never });
    const toScreens = screens.flatMap(({ path, navigation }) =>
      navigation ? [{ id: `screen:${path}`, text: navigation.label, what: 'Screen', act: go(path) }] : [],
    );
    const toEndpoints = (endpoints.data ?? []).map(({ name, query }) => ({
      id: `endpoint:${name}`,
      text: name,
      what: nameOfKind(query),
      act: go(`endpoints/${name}`),
    }));
    const hasNew = screens.some(({ path }) => path === 'endpoints/new');
    const commands: readonly Entry[] = [
      ...(hasNew ? [{ id: 'new', text: 'New endpoint', what: 'Command', act: go('endpoints/new') }] : []),
      { id: 'project', text: 'New project', what: 'Command', act: () => isMakingProject.set(true) },
      { id: 'light', text: 'Light theme', what: 'Command', act: () => changeSettings({ theme: 'light' }) },
      { id: 'dark', text: 'Dark theme', what: 'Command', act: () => changeSettings({ theme: 'dark' }) },
      {
        id: 'system',
        text: 'Theme of the system',
        what: 'Command',
        act: () => changeSettings({ theme: 'system' }),
      },
      { id: 'dense', text: 'Dense rows', what: 'Command', act: () => changeSettings({ density: 'dense' }) },
      {
        id: 'comfortable',
        text: 'Comfortable rows',
        what: 'Command',
        act: () => changeSettings({ density: 'comfortable' }),
      },
      { id: 'out', text: 'Sign out', what: 'Command', act: () => void signOut() },
    ];
    return [...toScreens, ...toEndpoints, ...commands];
  }, [screens, project, endpoints.data, navigate]);
}
